import { createHash } from "node:crypto";
import { type Collection, type Document, MongoBulkWriteError, ObjectId, type OptionalUnlessRequiredId } from "mongodb";
import { duplicateKey } from "#shared/runtime/mongo.ts";

/** The same id at every seeding, so that a half-done one is finished and never doubled. */
export const demoId = (kind: string, name: string): ObjectId =>
  new ObjectId(createHash("sha256").update(`cansole demo ${kind} ${name}`).digest("hex").slice(0, 24));

/** Nothing else runs beside the seeding: no write needs to wait for a majority. */
const quickly = { ordered: false, writeConcern: { w: 1 } };

/** A record that exists stays as it is. */
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
