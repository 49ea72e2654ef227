import { environment } from "#shared/runtime/config.ts";
import { connectMongo, type Mongo } from "#shared/runtime/mongo.ts";
import { retentionOf } from "#shared/runtime/retention.ts";
import { migrate } from "../migrate.ts";

/** A database as services need it before they start, kept for as long as the defaults say. */
export const migrateForTests = (mongodbUri: string, database?: string): Promise<void> =>
  migrate({
    mongodbUri,
    ...(database ? { database } : {}),
    retention: retentionOf(environment.parse({})),
    say: () => {},
  });

/** Connected to a database that is migrated first. */
export const connectMigrated = async (
  mongodbUri: string,
  options: { database?: string; appName?: string } = {},
): Promise<Mongo> => {
  await migrateForTests(mongodbUri, options.database);
  return connectMongo(mongodbUri, options);
};
