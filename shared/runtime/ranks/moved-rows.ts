import type { Collection, Document } from "mongodb";
import type { DbSession } from "../mongo.ts";
import { type Moving, movingScopeOf, partsOfRow, type RankedList, type Scope } from "./ranked-lists.ts";
import type { Place } from "./stretch.ts";

/**
 * Rows of a list whose status changes, counted by anchors all the same. Anchors count a row by what it was when a worker
 * walked by; whoever changes it later notes that value in the row itself, in the same write. Readers set off what is
 * noted, and a worker takes it into the anchors in one transaction with the end of the note: so every snapshot adds up.
 */

/** Anchors are written for rows that are so old; until then most have come to their last status. */
export const countedAfterMs = 600_000;
/** Younger ones were not walked by: a transaction of MongoDB ends within 90 s, and clocks differ by less than the rest. */
const unnotedMs = 300_000;

/** What a write that changes a row's status sets beside it. */
export const noteOfMove = <S extends string>(
  { status, movedFrom, time }: { status: S; movedFrom?: S; time: Date },
  now: Date,
): { movedFrom?: S } =>
  movedFrom !== undefined || now.getTime() - time.getTime() > unnotedMs ? { movedFrom: movedFrom ?? status } : {};

/** A row that is another than it is counted as. */
export interface MovedRow {
  place: Place;
  from: string;
  to: string;
  /** Those of the list's parts that it is in. */
  parts: Scope[];
}

export const isUpTo = (one: Place, other: Place): boolean => {
  const ms = one.at.getTime() - other.at.getTime();
  return ms === 0 ? one.id.toHexString() <= other.id.toHexString() : ms < 0;
};

/** A projection: what a row of the list is counted by. */
export const fieldsOfMove = (list: RankedList, { field, kinds }: Moving): Record<string, 1> =>
  Object.fromEntries(
    ["_id", "movedFrom", field, list.at, ...kinds.flatMap((kind) => kind.field ?? [])].map((name) => [name, 1]),
  );

/** The rows that are noted, some of them or all, oldest first. */
export const findMoved = async (
  rows: Collection,
  list: RankedList,
  { session, limit, filter = {} }: { session?: DbSession | undefined; limit: number; filter?: Document },
): Promise<MovedRow[]> => {
  const { moving } = list;
  if (!moving) return [];
  const found = await rows
    .find<Document>(
      { ...filter, movedFrom: { $gt: "" } },
      {
        ...(session ? { session } : {}),
        hint: "moved",
        limit,
        projection: fieldsOfMove(list, moving),
      },
    )
    .toArray();
  return found
    .map((row) => ({
      place: { at: row[list.at], id: row._id },
      from: row.movedFrom,
      to: row[moving.field],
      parts: partsOfRow(list, row),
    }))
    .sort((one, other) => (isUpTo(one.place, other.place) ? -1 : 1));
};

/** Whether a scope is among those that a row is in while it has this value. */
const isIn = (scope: string, { moving }: RankedList, { parts }: MovedRow, value: string): boolean =>
  moving !== undefined && parts.some((part) => movingScopeOf(moving, part, value).name === scope);

/** How many rows a scope has more than its anchors count, by this row: 1, 0 or -1. */
export const uncountedIn = (scope: string, list: RankedList, row: MovedRow): number =>
  Number(isIn(scope, list, row, row.to)) - Number(isIn(scope, list, row, row.from));

/** How a scope's anchors are kept in an era of its list. */
export const inEra = (era: { toHexString: () => string }, name: string): string => `${era.toHexString()} ${name}`;
