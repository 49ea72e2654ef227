import { setTimeout as sleep } from "node:timers/promises";
import type { Collections } from "./collections.ts";
import { declarations } from "./collections.ts";
import { ConfigError } from "./config.ts";
import type { Logger } from "./logger.ts";
import type { MigrationsDocument } from "./upkeep.document.ts";

/** The number of the last file in scripts/migrate/: a database must be there for this Cansole to work on it. */
export const databaseVersion = 5;

const lookAgainMs = 500;
/** A process that waits for the lease of a dead one takes it within this time after its end. */
const takenOverMs = 5_000;

type Found = MigrationsDocument & { isBeingMigrated: boolean };

const look = async ({ migrations }: Collections): Promise<Found | null> => {
  const [found] = await migrations
    .aggregate<Found>([
      { $match: { _id: "database" } },
      { $set: { isBeingMigrated: { $gt: ["$lease.until", { $subtract: ["$$NOW", takenOverMs] }] } } },
    ])
    .toArray();
  return found ?? null;
};

/** What keeps this Cansole from that database; null where it fits. */
const whyNot = (found: Found | null): string | null => {
  const version = found?.version ?? 0;
  if (version < databaseVersion)
    return `it is at version ${version}, and this Cansole needs version ${databaseVersion}`;
  const missing = Object.entries(declarations).flatMap(([collection, { indexes = [] }]) =>
    indexes
      .filter(({ name }) => !found?.indexes?.[collection]?.includes(name))
      .map(({ name }) => `${collection}.${name}`),
  );
  return missing.length > 0 ? `these indexes were not made: ${missing.join(", ")}` : null;
};

/**
 * Resolves when the database is as this Cansole needs it. Waits while somebody migrates it; throws ConfigError where
 * nobody does, and where it is newer than this Cansole, which would not know what it reads.
 */
export const migrated = async (collections: Collections, log: Logger): Promise<void> => {
  let isWaiting = false;
  for (;;) {
    const found = await look(collections);
    if ((found?.version ?? 0) > databaseVersion)
      throw new ConfigError(
        `The database is at version ${found?.version}, newer than this Cansole, which knows version ${databaseVersion}: ` +
          "start the newer Cansole, or restore the backup that was taken before the upgrade.",
      );
    const reason = whyNot(found);
    if (!reason) return;
    if (!found?.isBeingMigrated)
      throw new ConfigError(
        `The database is not migrated: ${reason}. ` +
          "Run `npm run migrate` (in containers the service `migrate`) once, then start this again.",
      );
    if (!isWaiting) log.warn({ holder: found.lease?.holder, reason }, "waiting for the migration that is under way");
    isWaiting = true;
    await sleep(lookAgainMs);
  }
};
