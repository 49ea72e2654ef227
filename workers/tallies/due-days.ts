import type { Mongo } from "#shared/runtime/mongo.ts";
import { dayMs, lateMs, type TalliedList } from "#shared/runtime/tallies/tallied-lists.ts";
import type { TallyProgressDocument } from "#shared/runtime/tallies/tallies.document.ts";

/** Few enough that a batch of times costs no memory to speak of, however many rows changed at once. */
const timesPerBatch = 10_000;

const dayOf = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs);

/** The first day from a moment on that has rows. */
export const nextDay = async (
  { db }: Pick<Mongo, "db">,
  { collection, at, every }: TalliedList,
  from: Date,
): Promise<Date | null> => {
  const row = await db
    .collection(collection)
    .findOne(
      { ...every.where, [at]: { $gte: from } },
      { hint: every.index, sort: { [at]: 1, _id: 1 }, projection: { [at]: 1 }, readConcern: { level: "majority" } },
    );
  return row && dayOf(row[at]);
};

/** The days of rows that changed since. */
export const changedDays = async (
  { db }: Pick<Mongo, "db">,
  { collection, at, changed }: TalliedList,
  seenTo: Date,
): Promise<Date[]> => {
  const { where, field, index } = changed;
  const since = new Date(seenTo.getTime() - lateMs);
  const days = new Set<number>();
  const found = db.collection(collection).find(
    { ...where, [field]: { $gte: since } },
    {
      hint: index,
      projection: { [at]: 1, _id: 0 },
      readConcern: { level: "majority" },
      batchSize: timesPerBatch,
    },
  );
  for await (const row of found) days.add(dayOf(row[at]).getTime());
  return [...days].map((day) => new Date(day));
};

/** How far the tallies of a list are; one that has none yet begins now. */
export const progressOf = async (
  { collections: { tallyProgress } }: Pick<Mongo, "collections">,
  list: TalliedList,
  now: Date,
): Promise<TallyProgressDocument> => {
  const $setOnInsert = { seenTo: now, missingFrom: new Date(0) };
  await tallyProgress.updateOne({ _id: list.name }, { $setOnInsert }, { upsert: true });
  const progress = await tallyProgress.findOne({ _id: list.name });
  if (!progress) throw new Error(`how far the tallies of ${list.name} are was deleted meanwhile`);
  return progress;
};
