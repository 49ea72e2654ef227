import { resolve } from "node:path";
import { ApiKeyName } from "#shared/api-keys/api-key.schema.ts";
import { newApiKey } from "#shared/runtime/api-keys.ts";
import { createAudit } from "#shared/runtime/audit.ts";
import { takenSentence } from "#shared/runtime/collections.ts";
import { readConfig } from "#shared/runtime/config.ts";
import { connectMongo, isTaken } from "#shared/runtime/mongo.ts";
import { readEnvFile, root } from "./launcher/ground.ts";
import { giveUp, say } from "./launcher/say.ts";
import { findRunningMongo } from "./services/running.ts";

/** Makes a key of the intake in the database of a Cansole that runs; the only time that it is seen. */
const makeKey = async (name: string, mongodbUri: string): Promise<string> => {
  const { collections, inTransaction, serverTime, close } = await connectMongo(mongodbUri, {
    appName: "cansole-api-key",
  });
  try {
    const now = await serverTime();
    const actor = { kind: "system" as const, id: null, from: "npm run api-key" };
    const audit = createAudit(collections, { now: () => now });
    const { key, record } = newApiKey(name, actor, now);
    await inTransaction(async (dbSession) => {
      await collections.apiKeys.insertOne(record, { session: dbSession });
      const named = { collection: "apiKeys", id: record._id.toHexString() };
      await audit.write(dbSession, actor, { verb: "apiKey.added", record: named, before: null, after: record });
    });
    return key;
  } catch (error) {
    throw isTaken(error) ? new Error(takenSentence(error) ?? error.message) : error;
  } finally {
    await close();
  }
};

/** `npm run api-key -- NAME`: prints the new key and nothing else, so that another program can take it. */
const main = async () => {
  readEnvFile();
  const name = ApiKeyName.safeParse(process.argv.slice(2).join(" "));
  if (!name.success)
    throw new Error("Name the key after whoever is to use it, in at most 60 characters: npm run api-key -- NAME");
  const dataDir = resolve(root, readConfig(process.env).DATA_DIR);
  say(await makeKey(name.data, await findRunningMongo({ env: process.env, dataDir })));
};

await main().then(() => process.exit(0), giveUp);
