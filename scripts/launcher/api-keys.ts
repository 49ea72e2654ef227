import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ApiKeyDocument } from "#shared/api-keys/api-key.document.server.ts";
import { hashOfApiKey, newApiKey } from "#shared/api-keys/api-keys.server.ts";
import { type Actor, createAudit } from "#shared/audit/audit.server.ts";
import { takenSentence } from "#shared/runtime/collections.ts";
import { connectMongo, type DbSession, isTaken, type Mongo } from "#shared/runtime/mongo.ts";

/** A database, opened for a moment. */
const withMongo = async <T>(mongodbUri: string, work: (mongo: Mongo) => Promise<T>): Promise<T> => {
  const mongo = await connectMongo(mongodbUri, { appName: "cansole-api-key" });
  try {
    return await work(mongo);
  } catch (error) {
    throw isTaken(error) ? new Error(takenSentence(error) ?? error.message) : error;
  } finally {
    await mongo.close();
  }
};

const make = async (
  { collections, inTransaction, serverTime }: Mongo,
  key: Parameters<typeof newApiKey>[0],
  from: string,
  first: (dbSession: DbSession, now: Date) => Promise<unknown> = async () => undefined,
): Promise<string> => {
  const now = await serverTime();
  const actor: Actor = { kind: "system", id: null, from };
  const audit = createAudit(collections, { now: () => now });
  const made = newApiKey(key, actor, now);
  const { record } = made;
  await inTransaction(async (dbSession) => {
    await first(dbSession, new Date(now));
    await collections.apiKeys.insertOne(record, { session: dbSession });
    const named = { collection: "apiKeys", id: record._id.toHexString() };
    await audit.write(dbSession, actor, { verb: "apiKey.added", record: named, before: null, after: record });
  });
  return made.key;
};

/** Makes a key of the intake; only its hash is kept, so that it is seen this once. Throws a sentence for a taken name. */
export const makeApiKey = (mongodbUri: string, name: string): Promise<string> =>
  withMongo(mongodbUri, (mongo) => make(mongo, { name }, "npm run api-key"));

const simulated = "Simulated customers";

/**
 * The key with which a trial's simulated customers order: kept beside the data, readable by its owner only, so that not
 * each start makes one. Where that file was lost, or an admin has ended the key, the next start makes another.
 */
export const trialApiKey = (mongodbUri: string, dataDir: string): Promise<string> =>
  withMongo(mongodbUri, async (mongo) => {
    const file = join(dataDir, "simulator-api-key");
    const kept = (await readFile(file, "utf8").catch(() => "")).trim();
    const { apiKeys } = mongo.collections;
    const known = await apiKeys.findOne({ secretHash: hashOfApiKey(kept) ?? "", endedAt: null });
    if (known) return kept;
    const lost: Pick<ApiKeyDocument, "name" | "endedAt"> = { name: simulated, endedAt: null };
    const key = await make(mongo, { name: simulated, days: null }, "launcher", (dbSession, endedAt) =>
      apiKeys.updateOne(lost, { $set: { endedAt }, $inc: { rev: 1 } }, { session: dbSession }),
    );
    await writeFile(file, `${key}\n`, { mode: 0o600 });
    return key;
  });
