import { type Document, type FindOptions, MaxKey, MinKey, ObjectId } from "mongodb";
import type { RankedList, Scope } from "./ranked-lists.ts";

/** Where a row stands in its list. */
export interface Place {
  at: Date;
  id: ObjectId;
}

/** An end of a stretch: the rows before or after a row, or before or from a moment. */
export type Edge = { after: Place } | { before: Place } | { moment: Date };

const [least, most] = [new MinKey(), new MaxKey()];

/** No other id is between the two. */
const next = (id: ObjectId): ObjectId =>
  new ObjectId((BigInt(`0x${id.toHexString()}`) + 1n).toString(16).padStart(24, "0"));

const keyAt = (edge: Edge): [at: unknown, id: unknown] => {
  if ("moment" in edge) return [edge.moment, least];
  return "after" in edge ? [edge.after.at, next(edge.after.id)] : [edge.before.at, edge.before.id];
};

/**
 * How MongoDB reads the rows of a scope between two edges, or from or to where it ends: one stretch of one index, in
 * either direction, and not a key beside it.
 */
export const stretch = (
  { at }: Pick<RankedList, "at">,
  { field, value, index }: Scope,
  { from, to }: { from?: Edge | undefined; to?: Edge | undefined },
): Pick<FindOptions, "min" | "max" | "hint"> => {
  const key = ([time, _id]: [unknown, unknown]): Document => ({
    ...(field === null ? {} : { [field]: value }),
    [at]: time,
    _id,
  });
  return { min: key(from ? keyAt(from) : [least, least]), max: key(to ? keyAt(to) : [most, most]), hint: index };
};
