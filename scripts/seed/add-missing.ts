import { type Collection, type Document, MongoBulkWriteError, type OptionalUnlessRequiredId } from "mongodb";
import { duplicateKey } from "#shared/runtime/mongo.ts";

/** Beside nothing else: nobody waits for these to reach a majority one by one. */
const quickly = { ordered: false, writeConcern: { w: 1 } };

/** What stands already stays as it is. */
export const addMissing = async <D extends Document>(collection: Collection<D>, records: D[]): Promise<void> => {
  if (records.length === 0) return;
  try {
    await collection.insertMany(records as OptionalUnlessRequiredId<D>[], quickly);
  } catch (error) {
    const isOnlyThere =
      error instanceof MongoBulkWriteError && [error.writeErrors].flat().every(({ code }) => code === duplicateKey);
    if (!isOnlyThere) throw error;
  }
};
