import type { Container } from "#shared/containers/container.schema.ts";
import { byId } from "../../state/by-id.ts";
import type { Action } from "./actions.ts";

/** An action that was refused because somebody else was first. */
export interface StaleAction {
  action: Action;
  /** The container that the operator saw. */
  seen: Container;
}

/** By container; apart from the cards, because a card that is scrolled away is not drawn. */
export const staleActionsAtom = byId<StaleAction>();
