import { type Collection, type Document, type FindCursor, type FindOptions, MaxKey, MinKey, ObjectId } from "mongodb";
import type { RankedList, Scope } from "./ranked-lists.ts";

/** Where a row stands in its list. */
export interface Place {
  at: Date;
  id: ObjectId;
}

/** An end of a stretch: right after a row, or before all rows of a moment and later. */
export type Edge = { after: Place } | { moment: Date };
/** Missing is where the list ends. */
interface Edges {
  from?: Edge | undefined;
  to?: Edge | undefined;
}

const [least, most] = [new MinKey(), new MaxKey()];
const leastId = "0".repeat(24);

/** No other id is between the two. */
const next = (id: ObjectId): ObjectId =>
  new ObjectId((BigInt(`0x${id.toHexString()}`) + 1n).toString(16).padStart(24, "0"));

const timeOf = (edge: Edge): Date => ("moment" in edge ? edge.moment : edge.after.at);
const keyAt = (edge: Edge): [at: Date, id: unknown] => [timeOf(edge), "moment" in edge ? least : next(edge.after.id)];
const isBefore = (one: Edge, other: Edge): boolean => {
  const idOf = (edge: Edge) => ("moment" in edge ? leastId : next(edge.after.id).toHexString());
  const ms = timeOf(one).getTime() - timeOf(other).getTime();
  return ms === 0 ? idOf(one) < idOf(other) : ms < 0;
};

/**
 * Reads the rows of a scope between two edges: one stretch of one index, in either direction, and not a key beside it.
 */
export const findStretch = <D extends Document>(
  rows: Collection,
  { at }: Pick<RankedList, "at">,
  { where, index }: Pick<Scope, "where" | "index">,
  { from, to }: Edges,
  options: FindOptions,
): FindCursor<D> => {
  // MongoDB refuses bounds with nothing between them.
  if (from && to && !isBefore(from, to)) return rows.find<D>({ _id: { $in: [] } }, options);
  const key = ([time, _id]: [unknown, unknown]): Document => ({
    ...where,
    [at]: time,
    _id,
  });
  const min = key(from ? keyAt(from) : [least, least]);
  const max = key(to ? keyAt(to) : [most, most]);
  return rows.find<D>({}, { ...options, min, max, hint: index });
};
