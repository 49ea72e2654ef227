import { type Document, ObjectId } from "mongodb";
import pLimit from "p-limit";
import type { RankAnchorDocument } from "#shared/runtime/documents/orders.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { type RankedList, rowsPerAnchor, rowsPerPlace, type Scope } from "#shared/runtime/ranks/ranked-lists.ts";
import { findStretch, type Place } from "#shared/runtime/ranks/stretch.ts";

/** A place with the running total up to it; small, because a walk remembers many. */
interface InnerPlace {
  /** Milliseconds since 1970. */
  at: number;
  /** 24 hex digits. */
  id: string;
  sum: number;
}
/** How many rows of a scope were walked by, and what they add up to. */
export interface Tally {
  rows: number;
  sum: number;
  /** Every 5th row since the last anchor, from that one's own on. */
  inner: readonly InnerPlace[];
}
type Stores = Pick<Mongo, "collections" | "db">;

/** Asked for at once. */
const atOnce = 16;
/**
 * A process of 1 GB, of a walk along a ledger of three million rows: its readings are about as many as its rows. Whoever
 * is forgotten is counted from his last anchor when he is met again, which is right and slow.
 */
const mostKept = 1_500_000;
const none: readonly InnerPlace[] = [];
const nothing = (): Tally => ({ rows: 0, sum: 0, inner: none });

/** Counts the next row of a scope, and answers what its anchor says where it gets one. */
export const countRow = (
  tally: Tally,
  list: RankedList,
  row: Document,
): Omit<RankAnchorDocument, "_id" | "scope"> | null => {
  tally.rows += 1;
  tally.sum += list.sum?.of(row) ?? 0;
  if (tally.rows % rowsPerPlace !== 0) return null;
  const at: Date = row[list.at];
  const id: ObjectId = row._id;
  const here: InnerPlace = { at: at.getTime(), id: id.toHexString(), sum: tally.sum };
  const { inner } = tally;
  const isAnchor = tally.rows % rowsPerAnchor === 0;
  tally.inner = isAnchor ? [here] : [...inner, here];
  if (!isAnchor) return null;
  const stored = inner.map((place) => ({ at: new Date(place.at), id: new ObjectId(place.id), sum: place.sum }));
  return { k: tally.rows / rowsPerAnchor, at, id, sum: tally.sum, inner: stored };
};

/** The greatest anchor of a scope up to a row. */
const anchorUpTo = (
  { collections: { rankAnchors } }: Stores,
  scope: string,
  { at, id }: Place,
): Promise<RankAnchorDocument | null> =>
  rankAnchors.findOne(
    { scope, $or: [{ at: { $lt: at } }, { at, id: { $lte: id } }] },
    { sort: { at: -1, id: -1 }, hint: "at" },
  );

/**
 * The tallies of a walk along a list. Those that are not known here are counted up to where the walk stands: from the
 * scope's last anchor, which is near.
 */
export const createTallies = (stores: Stores, list: RankedList) => {
  const kept = new Map<string, Tally>();
  /** The walk began at the first row, and nothing was forgotten: whoever is not known has had no row. */
  let isWhole = true;
  const limited = pLimit(atOnce);

  const counted = async (scope: Scope, upTo: Place): Promise<Tally> => {
    const anchor = await anchorUpTo(stores, scope.name, upTo);
    const edges = { from: anchor ? { after: anchor } : undefined, to: { after: upTo } };
    const rows = await findStretch<Document>(stores.db.collection(list.collection), list, scope, edges, {
      projection: Object.fromEntries(["_id", list.at, ...(list.sum?.fields ?? [])].map((field) => [field, 1])),
      sort: { [list.at]: 1, _id: 1 },
      readConcern: { level: "majority" },
    }).toArray();
    const tally = anchor
      ? {
          rows: anchor.k * rowsPerAnchor,
          sum: anchor.sum,
          inner: [{ at: anchor.at.getTime(), id: anchor.id.toHexString(), sum: anchor.sum }],
        }
      : nothing();
    for (const row of rows) countRow(tally, list, row);
    return tally;
  };

  return {
    /** Nothing is known but what stands in the database up to here; null is before the first row. */
    beginAt: (place: Place | null): void => {
      kept.clear();
      isWhole = place === null;
    },
    /** Makes sure that these are known, as they are at `place`. */
    know: async (scopes: Iterable<Scope>, place: Place | null): Promise<void> => {
      if (kept.size > mostKept) {
        kept.clear();
        isWhole = false;
      }
      const unknown = new Map<string, Scope>();
      for (const scope of scopes) if (!kept.has(scope.name)) unknown.set(scope.name, scope);
      if (isWhole || !place) {
        for (const name of unknown.keys()) kept.set(name, nothing());
        return;
      }
      await Promise.all(
        [...unknown.values()].map((scope) =>
          limited(async () => {
            kept.set(scope.name, await counted(scope, place));
          }),
        ),
      );
    },
    /** One that is known. */
    of: (scope: string): Tally => {
      const tally = kept.get(scope);
      if (!tally) throw new Error(`the scope ${scope} was not counted`);
      return tally;
    },
    /** These are known; what it answers makes them again as they are now. */
    remember: (scopes: Iterable<string>): (() => void) => {
      // What is inside them is replaced, never changed.
      const present = [...new Set(scopes)].flatMap((scope) => {
        const tally = kept.get(scope);
        return tally ? [[scope, { ...tally }] as const] : [];
      });
      return () => {
        for (const [scope, tally] of present) kept.set(scope, tally);
      };
    },
    /** Null where it is not known. */
    rowsOf: (scope: string): number | null => kept.get(scope)?.rows ?? (isWhole ? 0 : null),
  };
};
