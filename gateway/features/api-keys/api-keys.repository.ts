import type { ObjectId } from "mongodb";
import type { ApiKeyDocument } from "#shared/api-keys/api-key.document.server.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";

/** Keys of the intake as they are stored. */
export const createApiKeysRepository = ({ collections: { apiKeys } }: Pick<Mongo, "collections">) => ({
  /** The newest first. */
  all: (dbSession: DbSession): Promise<ApiKeyDocument[]> =>
    apiKeys.find({}, { session: dbSession }).sort({ createdAt: -1, _id: -1 }).toArray(),
  /** Read with each call of the intake, so that an ended key is refused at once. Null where there is no such key. */
  byHashes: async (hashes: string[]): Promise<(ApiKeyDocument | null)[]> => {
    const found = await apiKeys.find({ secretHash: { $in: hashes } }).toArray();
    const keyOf = new Map(found.map((key) => [key.secretHash, key]));
    return hashes.map((hash) => keyOf.get(hash) ?? null);
  },
  /** Of several calls at once only one writes; none does if the key was used after `since`. */
  use: async (_id: ObjectId, since: Date, at: Date): Promise<void> => {
    const idle = { lastUsedAt: { $not: { $gt: since } } };
    await apiKeys.updateOne({ _id, endedAt: null, ...idle }, { $set: { lastUsedAt: at } });
  },
});
