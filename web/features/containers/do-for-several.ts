import { eachLimited } from "#shared/concurrency/limit.ts";
import type { Container } from "#shared/containers/container.schema.ts";
import type { Edited } from "../../http/save-edit.ts";
import { type Action, isWorthwhile } from "./actions.ts";

/** At most this many calls are under way at once. */
const width = 4;

/** How one action went for several containers; each is in one of the three. */
export interface SeveralEnd {
  done: string[];
  /** By the reason, in the words of the one who refused. */
  failed: { why: string; labels: string[] }[];
  /** The rules do not allow it of these, or it would change nothing. */
  left: string[];
}

type DoOne = (seen: Container, action: Action) => Promise<Edited<Container>>;
const whyNot = (edited: Exclude<Edited<Container>, { is: "saved" }>): string =>
  edited.is === "stale" ? "somebody else changed it first" : edited.error;

/** Does the action on each that allows it, as on it alone: one that is refused does not stop the others. */
export const doForSeveral = async (
  chosen: readonly Container[],
  action: Action,
  doOne: DoOne,
  onKnown: (incoming: Container) => void,
): Promise<SeveralEnd> => {
  const waiting = chosen.filter((container) => isWorthwhile(container, action));
  const left = chosen.filter((container) => !waiting.includes(container)).map(({ containerId }) => containerId);
  const done: string[] = [];
  const reasons = new Map<string, string[]>();
  const [failure] = await eachLimited(waiting, width, async (container) => {
    const edited = await doOne(container, action);
    if ("record" in edited) onKnown(edited.record);
    if (edited.is === "saved") done.push(container.containerId);
    else reasons.set(whyNot(edited), [...(reasons.get(whyNot(edited)) ?? []), container.containerId]);
  });
  if (failure) throw failure;
  return { done, failed: [...reasons].map(([why, labels]) => ({ why, labels })), left };
};
