import type { Filter } from "mongodb";
import type { MovingAnchorDocument, RankAnchorDocument } from "#shared/runtime/documents/orders.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { findMoved, inEra, isUpTo, uncountedIn } from "#shared/runtime/ranks/moved-rows.ts";
import { type RankedList, rowsPerAnchor, rowsPerPlace, type Scope } from "#shared/runtime/ranks/ranked-lists.ts";
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
  /** The first place from a moment on. */
  since: (moment: Date) => Promise<Anchored | null>;
  /** The last known place that has at most so many rows before it. */
  upTo: (rank: number) => Promise<Anchored | null>;
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

/** What one anchor knows: the places before it from the anchor before on, and its own. */
const placesOf = ({ k, inner = [], ...own }: RankAnchorDocument): Anchored[] =>
  [...inner, own].map(({ at, id, sum }, n) => ({
    rank: k * rowsPerAnchor - (inner.length - n) * rowsPerPlace,
    sum,
    edge: { after: { at, id } },
  }));

/** Of a scope whose rows stay in it: every 5th of them. */
const fixedAnchors = ({ mongo, dbSession: session, scope }: Parts): Anchors => {
  const find = async (filter: Filter<RankAnchorDocument>, sort: Way, hint: string): Promise<Anchored[]> => {
    const found = await mongo.collections.rankAnchors.findOne(
      { scope: scope.name, ...filter },
      { session, sort, hint },
    );
    return found ? placesOf(found) : [];
  };
  return {
    last: async () => (await find({}, { k: -1 }, "k")).at(-1) ?? null,
    since: async (moment) => {
      const places = await find({ at: { $gte: moment } }, { at: 1, id: 1 }, "at");
      return places.find(({ edge }) => edge.after.at >= moment) ?? null;
    },
    upTo: async (rank) => {
      const isUpTo = (place: Anchored) => place.rank <= rank;
      const after = await find({ k: { $gte: Math.ceil(rank / rowsPerAnchor) } }, { k: 1 }, "k");
      if (after.some(isUpTo)) return after.findLast(isUpTo) ?? null;
      return (await find({ k: { $lte: Math.floor(rank / rowsPerAnchor) } }, { k: -1 }, "k")).at(-1) ?? null;
    },
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
    since: (moment) => find({ at: { $gte: moment } }, { at: 1, id: 1 }, "place"),
    upTo: (rank) => find({ rank: { $lte: rank - corrections.most } }, { rank: -1 }, "rank"),
  };
};

/** Null where the scope must be counted. */
export const anchorsOf = async (parts: Parts): Promise<Anchors | null> =>
  parts.scope.isMoving ? movingAnchors(parts) : fixedAnchors(parts);
