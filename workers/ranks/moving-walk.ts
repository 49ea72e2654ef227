import { type Document, ObjectId } from "mongodb";
import type { MovingAnchorDocument, RankHeadDocument } from "#shared/runtime/documents/orders.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { fieldsOfMove, findMoved, inEra, isUpTo, type MovedRow } from "#shared/runtime/ranks/moved-rows.ts";
import {
  type Moving,
  movingScopeOf,
  partsOfRow,
  type RankedList,
  rowsPerAnchor,
  rowsPerMovingAnchor,
  type Scope,
  wholeOf,
} from "#shared/runtime/ranks/ranked-lists.ts";
import { findStretch, type Place } from "#shared/runtime/ranks/stretch.ts";

export type MovingStores = Pick<Mongo, "collections" | "db" | "inTransaction" | "readAsOf">;

const rowsPerStep = 2_000;
/** For fewer no step is taken. */
const rowsOfAStep = 10;
/** Each may change every anchor after it. */
const movesPerStep = 20;
const deletedAtOnce = 5_000;
/** The heads and anchors of an era stand between these two. */
export const ofEra = (era: ObjectId) => ({ $gte: inEra(era, ""), $lt: `${era.toHexString()}!` });

const newHead = (_id: string, era: ObjectId, where: Document = {}): RankHeadDocument => ({
  _id,
  era,
  where,
  place: null,
  rows: 0,
  ranks: {},
  since: {},
  spacing: rowsPerMovingAnchor,
  turns: 0,
});

/**
 * Keeps the anchors of a list's moving field: at every 50th row of the list, and of each of its parts, how many rows of
 * each value there are up to it, and of a value that is frequent more often. What they say and what rows note
 * (`moved-rows.ts`) adds up in every snapshot, because both change in one transaction; of two workers one waits for the
 * other. Any transaction may be the last one.
 */
export const createMovingWalk = (stores: MovingStores, list: RankedList, moving: Moving) => {
  const { movingAnchors, rankHeads } = stores.collections;
  const rowsIn = stores.db.collection(list.collection);
  const whole = wholeOf(list);
  const projection = fieldsOfMove(list, moving);
  const placeOf = (row: Document): Place => ({ at: row[list.at], id: row._id });
  const headName = (era: ObjectId, part: Scope) => (part.name === list.name ? part.name : inEra(era, part.name));

  /** Whoever else takes it meanwhile is not committed, and begins again. */
  const takeTurn = (session: DbSession): Promise<RankHeadDocument | null> =>
    rankHeads.findOneAndUpdate({ _id: list.name }, { $inc: { turns: 1 } }, { session, returnDocument: "after" });

  const rowsAfter = (place: Place | null, cutoff: Date, limit: number, session?: DbSession) =>
    findStretch<Document>(
      rowsIn,
      list,
      whole,
      { from: place ? { after: place } : undefined, to: { moment: cutoff } },
      {
        ...(session ? { session } : { readConcern: { level: "majority" } }),
        projection,
        sort: { [list.at]: 1, _id: 1 },
        limit,
      },
    ).toArray();

  /**
   * Counts a row, and answers the values that get an anchor there: all of them at every 50th row, because rows come to a
   * value later as well, and in between this one's own.
   */
  const countIn = (tally: RankHeadDocument, value: string): readonly string[] => {
    const since = (tally.since?.[value] ?? 0) + 1;
    tally.rows += 1;
    tally.ranks[value] = (tally.ranks[value] ?? 0) + 1;
    if (tally.rows % rowsPerAnchor === 0) {
      tally.since = {};
      return moving.values;
    }
    tally.since = { ...tally.since, [value]: since % rowsPerMovingAnchor };
    return since === rowsPerMovingAnchor ? [value] : [];
  };

  /** Counts these rows, the next of the list, and writes what anchors come with them. */
  const pass = async (session: DbSession, head: RankHeadDocument, rows: Document[]): Promise<void> => {
    const parts = rows.map((row) => partsOfRow(list, row));
    const names = [...new Set(parts.flat().map((part) => headName(head.era, part)))];
    const known = await rankHeads.find({ _id: { $in: names } }, { session }).toArray();
    const heads = new Map(known.map((one) => [one._id, one]));
    const anchors: MovingAnchorDocument[] = [];
    rows.forEach((row, n) => {
      for (const part of parts[n] ?? []) {
        const name = headName(head.era, part);
        const tally = heads.get(name) ?? newHead(name, head.era, part.where);
        heads.set(name, tally);
        const value: string = row.movedFrom ?? row[moving.field];
        for (const one of countIn(tally, value))
          anchors.push({
            _id: new ObjectId(),
            scope: inEra(head.era, movingScopeOf(moving, part, one).name),
            ...placeOf(row),
            rank: tally.ranks[one] ?? 0,
          });
      }
    });
    const last = rows.at(-1);
    const walked = heads.get(list.name);
    if (last && walked) walked.place = placeOf(last);
    if (anchors.length > 0) await movingAnchors.insertMany(anchors, { session });
    await rankHeads.bulkWrite(
      [...heads.values()].map((replacement) => ({
        replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
      })),
      { session },
    );
  };

  /** Makes the anchors after a row say what it is now. */
  const shift = async (session: DbSession, era: ObjectId, { place, from, to, parts }: MovedRow): Promise<void> => {
    if (from === to) return;
    for (const part of parts)
      for (const [value, by] of [[from, -1] as const, [to, 1] as const]) {
        const { at, id } = place;
        await movingAnchors.updateMany(
          {
            scope: inEra(era, movingScopeOf(moving, part, value).name),
            at: { $gte: at },
            $or: [{ at: { $gt: at } }, { id: { $gte: id } }],
          },
          { $inc: { rank: by } },
          { session, hint: "place" },
        );
        await rankHeads.updateOne({ _id: headName(era, part) }, { $inc: { [`ranks.${value}`]: by } }, { session });
      }
  };

  return {
    /** Takes what some rows note into the anchors; answers how many there were. */
    takeIn: async (): Promise<number> => {
      const some = await findMoved(rowsIn, list, { limit: movesPerStep });
      if (some.length === 0) return 0;
      return stores.inTransaction(async (session) => {
        const head = await takeTurn(session);
        // Whoever begins counts them by their notes.
        if (!head) return 0;
        const filter = { _id: { $in: some.map(({ place }) => place.id) } };
        const rows = await findMoved(rowsIn, list, { session, filter, limit: movesPerStep });
        for (const row of rows) if (head.place && isUpTo(row.place, head.place)) await shift(session, head.era, row);
        const noted = { _id: { $in: rows.map(({ place }) => place.id) } };
        await rowsIn.updateMany(noted, { $unset: { movedFrom: true } }, { session });
        return rows.length;
      });
    },

    /** Walks a step, up to `cutoff`; answers how many rows it met. */
    step: async (cutoff: Date): Promise<number> => {
      const known = await rankHeads.findOne({ _id: list.name });
      if ((await rowsAfter(known?.place ?? null, cutoff, rowsOfAStep)).length < rowsOfAStep) return 0;
      if (!known)
        await rankHeads.updateOne(
          { _id: list.name },
          { $setOnInsert: newHead(list.name, new ObjectId()) },
          { upsert: true },
        );
      return stores.inTransaction(async (session) => {
        const head = await takeTurn(session);
        if (!head) return 0;
        const rows = await rowsAfter(head.place, cutoff, rowsPerStep, session);
        if (rows.length > 0) await pass(session, head, rows);
        return rows.length;
      });
    },

    /** Whether its anchors lie farther from each other than they are made now. */
    isSparse: async (): Promise<boolean> => {
      const head = await rankHeads.findOne({ _id: list.name });
      return head !== null && (head.spacing ?? rowsPerAnchor) > rowsPerMovingAnchor;
    },

    /** Begins with the first row: until it is met again pages are counted. */
    beginAnew: async (): Promise<void> => {
      const before = await rankHeads.findOneAndReplace({ _id: list.name }, newHead(list.name, new ObjectId()));
      if (!before) return;
      await rankHeads.deleteMany({ _id: ofEra(before.era) });
      for (let found = deletedAtOnce; found === deletedAtOnce; ) {
        const some = await movingAnchors
          .find({ scope: ofEra(before.era) }, { projection: { _id: 1 }, hint: "place", limit: deletedAtOnce })
          .toArray();
        await movingAnchors.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } });
        found = some.length;
      }
    },
  };
};
