import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectMongo, type Mongo } from "#shared/runtime/mongo.ts";
import { migrateForTests } from "../migrate/testing/migrate-for-tests.ts";
import { launchServices, type Services } from "../services/launch.ts";

/**
 * A pair of servers on disk for one run alone, its database migrated; `stop` removes their data as well. With
 * `mongodbUri` the database stands elsewhere, and Redis alone is launched.
 */
export const launchOwnServers = async (say: (line: string) => void, mongodbUri?: string): Promise<Services> => {
  const dataDir = await mkdtemp(join(tmpdir(), "cansole-bench-"));
  const env = { ...process.env, MONGODB_URI: mongodbUri, REDIS_URL: undefined };
  const services = await launchServices({ env, dataDir, say });
  await migrateForTests(services.mongodbUri);
  return {
    ...services,
    stop: async () => {
      await services.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** The same for the time of `work`, whatever becomes of it. */
export const withOwnServers = async <T>(
  say: (line: string) => void,
  work: (mongo: Mongo, services: Services) => Promise<T>,
  mongodbUri?: string,
): Promise<T> => {
  const services = await launchOwnServers(say, mongodbUri);
  const mongo = await connectMongo(services.mongodbUri);
  try {
    return await work(mongo, services);
  } finally {
    await mongo.close();
    await services.stop();
  }
};
