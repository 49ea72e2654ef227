import { environment } from "#shared/runtime/config.ts";
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
