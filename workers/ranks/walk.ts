import { type AnyBulkWriteOperation, type Document, ObjectId } from "mongodb";
import type { RankAnchorDocument } from "#shared/runtime/documents/orders.ts";
import { isTaken, type Mongo } from "#shared/runtime/mongo.ts";
import { type RankedList, scopesOfRow, wholeOf } from "#shared/runtime/ranks/ranked-lists.ts";
import { findStretch, type Place } from "#shared/runtime/ranks/stretch.ts";
import { countRow, createTallies } from "./tallies.ts";

type Stores = Pick<Mongo, "collections" | "db">;
type Anchor = Omit<RankAnchorDocument, "_id">;

const rowsPerStep = 2_000;
/** Another walk wrote the same anchor in the same moment. */
const tries = 5;

/** What stands there already is left as it is: nothing is written, and nobody is told. */
const writeAnchors = async (stores: Stores, anchors: Anchor[], left = tries): Promise<void> => {
  if (anchors.length === 0) return;
  const writes = anchors.map(
    ({ scope, k, ...place }): AnyBulkWriteOperation<RankAnchorDocument> => ({
      updateOne: {
        filter: { scope, k },
        update: { $set: place, $setOnInsert: { _id: new ObjectId() } },
        upsert: true,
      },
    }),
  );
  try {
    await stores.collections.rankAnchors.bulkWrite(writes, { ordered: false });
  } catch (error) {
    if (!isTaken(error) || left <= 1) throw error;
    await writeAnchors(stores, anchors, left - 1);
  }
};

/**
 * Walks along a list in its order and writes an anchor at every 50th row of each scope. Each anchor is true by itself,
 * whoever wrote it and whatever is missing beside it, so walks may be killed, repeated, and go side by side. The
 * anchors of the whole list are written after those of the scopes inside it: the last one says how far all others are.
 */
export const createWalk = (stores: Stores, list: RankedList) => {
  const tallies = createTallies(stores, list);
  const whole = wholeOf(list);
  const rowsIn = stores.db.collection(list.collection);
  const fields = [list.at, ...list.kinds.flatMap(({ field }) => field ?? []), ...(list.sum?.fields ?? [])];
  const projection = Object.fromEntries(["_id", ...fields].map((field) => [field, 1]));
  let place: Place | null = null;

  return {
    /** How many rows of a scope lie behind; null where that is not known. */
    rowsOf: tallies.rowsOf,
    beginAt: (start: Place | null): void => {
      place = start;
      tallies.beginAt(start);
    },
    /**
     * Walks a step; answers how many rows it met. No row from `cutoff` on is passed. One that failed was not taken: the
     * next goes on from the same place.
     */
    step: async (cutoff: Date): Promise<number> => {
      const edges = { from: place ? { after: place } : undefined, to: { moment: cutoff } };
      const rows = await findStretch<Document>(rowsIn, list, whole, edges, {
        projection,
        sort: { [list.at]: 1, _id: 1 },
        limit: rowsPerStep,
        readConcern: { level: "majority" },
      }).toArray();
      const scopes = rows.map((row) => scopesOfRow(list, row));
      await tallies.know(scopes.flat(), place);
      const takeBack = tallies.remember(scopes.flat().map(({ name }) => name));
      const anchors = rows.flatMap((row, n) =>
        (scopes[n] ?? []).flatMap(({ name }): Anchor[] => {
          const anchor = countRow(tallies.of(name), list, row);
          return anchor ? [{ scope: name, ...anchor }] : [];
        }),
      );
      try {
        await writeAnchors(
          stores,
          anchors.filter(({ scope }) => scope !== whole.name),
        );
        await writeAnchors(
          stores,
          anchors.filter(({ scope }) => scope === whole.name),
        );
      } catch (error) {
        takeBack();
        throw error;
      }
      const last = rows.at(-1);
      if (last) place = { at: last[list.at], id: last._id };
      return rows.length;
    },
  };
};
export type Walk = ReturnType<typeof createWalk>;
