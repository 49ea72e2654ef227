import * as z from "zod";
import { Moment, Rev } from "../http/fields.ts";

/** The container of a can as it is now; `containerId` is its label. */
export const CanContainer = z.object({
  containerId: z.string(),
  /** The empty text where it has no product. */
  brand: z.string(),
  isWorking: z.boolean(),
  isEmpty: z.boolean(),
  stockedOn: Moment.nullable(),
  rev: Rev,
});
export type CanContainer = z.infer<typeof CanContainer>;

/** 'Lime, full, working': as Needs action shows it, and as a refusal names it. */
export const containerWords = ({ brand, isEmpty, isWorking }: CanContainer): string =>
  [brand || "no product", isEmpty ? "empty" : "full", isWorking ? "working" : "not working"].join(", ");

interface Seen {
  /** What came with the case that the operator looked at; left out, only the facts are checked. */
  rev: number | undefined;
  /** The can's, when its door was last sent an open command. */
  brand: string;
  at: Date;
  /** The can still claims it, so that nobody could stock it. */
  isHeld: boolean;
}

/** Why it is not taken out of use for what it did to this can: it is not what it was then. Null where it is. */
export const whyNotMark = (now: CanContainer, { rev, brand, at, isHeld }: Seen): string | null => {
  const { containerId, stockedOn } = now;
  if (!isHeld && stockedOn !== null && Date.parse(stockedOn) > at.getTime())
    return `Container ${containerId} was restocked since it held ${brand} for this can: now it is ${containerWords(now)}`;
  return rev === undefined || rev === now.rev
    ? null
    : `Container ${containerId} was changed meanwhile: now it is ${containerWords(now)}`;
};
