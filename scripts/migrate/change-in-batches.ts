import type { Document, Filter, ObjectId, UpdateFilter } from "mongodb";
import type { MigrationTools } from "./migration.ts";

interface Change {
  collection: string;
  /** The documents that are still as they were; repeated in each write, so that nothing is changed twice. */
  filter: Filter<Document>;
  update: UpdateFilter<Document> | Document[];
  batchSize?: number;
}

const sayEveryMs = 5_000;

/** Changes many documents in pieces, in the order of their ids, and says how far it is. Answers how many it changed. */
export const changeInBatches = async (
  { db, say, check }: Pick<MigrationTools, "db" | "say" | "check">,
  { collection: name, filter, update, batchSize = 1_000 }: Change,
): Promise<number> => {
  const collection = db.collection(name);
  let saidAt = Date.now();
  let changed = 0;
  /** Whatever its ids are: MongoDB orders them. */
  let after: ObjectId | null = null;
  for (;;) {
    check();
    const beyond: Filter<Document> = after === null ? {} : { _id: { $gt: after } };
    const ids: ObjectId[] = await collection
      .find({ $and: [beyond, filter] }, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(batchSize)
      .map(({ _id }) => _id)
      .toArray();
    const last = ids.at(-1);
    if (last === undefined) return changed;
    changed += (await collection.updateMany({ $and: [{ _id: { $in: ids } }, filter] }, update)).modifiedCount;
    after = last;
    if (Date.now() - saidAt < sayEveryMs) continue;
    saidAt = Date.now();
    say(`Database: ${changed} documents of ${name} changed so far ...`);
  }
};
