import type { Container } from "#shared/containers/container.schema.ts";
import { atom } from "../../state/jotai.ts";
import type { Deed } from "./deeds.ts";

/** A deed that was refused because somebody else was first. */
export interface StaleDeed {
  deed: Deed;
  /** The container that the operator had before him. */
  seen: Container;
}

const staleAtom = atom<Readonly<Record<string, StaleDeed>>>({});

/** By container; apart from the cards, because a card that is scrolled away is not drawn. */
export const staleDeedsAtom = atom(
  (get) => get(staleAtom),
  (get, set, id: string, stale: StaleDeed | null) => {
    const { [id]: _before, ...others } = get(staleAtom);
    set(staleAtom, stale ? { ...others, [id]: stale } : others);
  },
);
