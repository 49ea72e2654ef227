import type { Filter } from "mongodb";
import type { MovingAnchorDocument, RankAnchorDocument } from "#shared/runtime/documents/orders.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { findMoved, inEra, isUpTo, uncountedIn } from "#shared/runtime/ranks/moved-rows.ts";
import { type RankedList, rowsPerAnchor, type Scope } from "#shared/runtime/ranks/ranked-lists.ts";
import type { Place } from "#shared/runtime/ranks/stretch.ts";

/** A place between two rows of a scope: how many rows are before it, and what they add up to. */
export interface Anchored {
  rank: number;
  sum: number;
  edge: { after: Place };
}

/** What a worker has written down about a scope. Any of it may be missing. */
export interface Anchors {
  last: () => Promise<Anchored | null>;
  /** The last one before a moment, and the first one from it on. */
  before: (moment: Date) => Promise<Anchored | null>;
  since: (moment: Date) => Promise<Anchored | null>;
  /** One that has at most so many rows before it, and one that has at least so many: as near as they are known. */
  below: (rank: number) => Promise<Anchored | null>;
  above: (rank: number) => Promise<Anchored | null>;
}

interface Parts {
  mongo: Pick<Mongo, "db" | "collections">;
  dbSession: DbSession;
  list: RankedList;
  scope: Scope;
  /** More keys than these are not gone by. */
  rowsSkipped: number;
}
type Way = Record<string, 1 | -1>;

/** Of a scope whose rows stay in it: every 50th of them. */
const fixedAnchors = ({ mongo, dbSession: session, scope }: Parts): Anchors => {
  const find = async (filter: Filter<RankAnchorDocument>, sort: Way, hint: string): Promise<Anchored | null> => {
    const found = await mongo.collections.rankAnchors.findOne(
      { scope: scope.name, ...filter },
      { session, sort, hint },
    );
    return found && { rank: found.k * rowsPerAnchor, sum: found.sum, edge: { after: { at: found.at, id: found.id } } };
  };
  return {
    last: () => find({}, { k: -1 }, "k"),
    before: (moment) => find({ at: { $lt: moment } }, { at: -1, id: -1 }, "at"),
    since: (moment) => find({ at: { $gte: moment } }, { at: 1, id: 1 }, "at"),
    below: (rank) => find({ k: { $lte: Math.floor(rank / rowsPerAnchor) } }, { k: -1 }, "k"),
    above: (rank) => find({ k: { $gte: Math.ceil(rank / rowsPerAnchor) } }, { k: 1 }, "k"),
  };
};

/** How many more rows the scope has up to each place than its anchors count; null where these are too many to look at. */
const correctionsOf = async ({ mongo, dbSession: session, list, scope, rowsSkipped }: Parts) => {
  const moved = await findMoved(mongo.db.collection(list.collection), list, { session, limit: rowsSkipped + 1 });
  if (moved.length > rowsSkipped) return null;
  let more = 0;
  const steps = moved.flatMap((row) => {
    const by = uncountedIn(scope.name, list, row);
    more += by;
    return by === 0 ? [] : [{ place: row.place, more }];
  });
  return {
    upTo: (place: Place): number => steps.findLast((step) => isUpTo(step.place, place))?.more ?? 0,
    least: Math.min(0, ...steps.map((step) => step.more)),
    most: Math.max(0, ...steps.map((step) => step.more)),
  };
};

/** Of a scope whose rows come and go; null where no worker has begun with it, or has not come to it for long. */
const movingAnchors = async (parts: Parts): Promise<Anchors | null> => {
  const { mongo, dbSession: session, list, scope } = parts;
  const head = await mongo.collections.rankHeads.findOne({ _id: list.name }, { session, projection: { era: 1 } });
  if (!head) return null;
  const corrections = await correctionsOf(parts);
  if (!corrections) return null;
  const named = inEra(head.era, scope.name);
  const find = async (filter: Filter<MovingAnchorDocument>, sort: Way, hint: string): Promise<Anchored | null> => {
    const found = await mongo.collections.movingAnchors.findOne({ scope: named, ...filter }, { session, sort, hint });
    if (!found) return null;
    const after = { at: found.at, id: found.id };
    return { rank: found.rank + corrections.upTo(after), sum: 0, edge: { after } };
  };
  return {
    last: () => find({}, { at: -1, id: -1 }, "place"),
    before: (moment) => find({ at: { $lt: moment } }, { at: -1, id: -1 }, "place"),
    since: (moment) => find({ at: { $gte: moment } }, { at: 1, id: 1 }, "place"),
    below: (rank) => find({ rank: { $lte: rank - corrections.most } }, { rank: -1 }, "rank"),
    above: (rank) => find({ rank: { $gte: rank - corrections.least } }, { rank: 1 }, "rank"),
  };
};

/** Null where the scope must be counted. */
export const anchorsOf = async (parts: Parts): Promise<Anchors | null> =>
  parts.scope.isMoving ? movingAnchors(parts) : fixedAnchors(parts);
