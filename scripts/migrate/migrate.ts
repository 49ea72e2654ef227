import { MongoClient } from "mongodb";
import { collectionsOf, declarations } from "#shared/runtime/collections.ts";
import { databaseVersion } from "#shared/runtime/migrated.ts";
import type { Retention } from "#shared/runtime/retention.ts";
import { makeAsDeclared } from "./declared/as-declared.ts";
import { expirePreImages } from "./declared/pre-images.ts";
import { type Lease, withLease } from "./lease.ts";
import { firstVersion, numbered } from "./numbered.ts";

export interface MigrateOrder {
  mongodbUri: string;
  retention: Retention;
  say: (line: string) => void;
  /** Set if it is not the database that the URI names. */
  database?: string;
  leaseMs?: number;
  /** What tests put in place of the files. */
  migrations?: typeof numbered;
}

/**
 * Brings a database to what this Cansole needs: the numbered migrations that it has not had, then collections, indexes
 * and options as they are declared. A database older than the first state is refused. Safe to run twice, from two
 * places at once, and after a run that was killed. Throws what prevents it, in a sentence.
 */
export const migrate = async ({ mongodbUri, database, ...order }: MigrateOrder): Promise<void> => {
  // No time limit of a socket: an index over millions of documents takes minutes.
  const client = new MongoClient(mongodbUri, {
    appName: "cansole-migrate",
    writeConcern: { w: "majority", journal: true },
    serverSelectionTimeoutMS: 10_000,
    ignoreUndefined: true,
  });
  try {
    const db = client.db(database);
    const { migrations: state } = collectionsOf(db);
    await withLease({ state, ...order }, (lease) => run(db, state, lease, order));
  } finally {
    await client.close();
  }
};

const run = async (
  db: ReturnType<MongoClient["db"]>,
  state: ReturnType<typeof collectionsOf>["migrations"],
  lease: Lease,
  { say, retention, migrations = numbered }: Omit<MigrateOrder, "mongodbUri" | "database">,
): Promise<void> => {
  const latest = firstVersion + migrations.length;
  const known = await state.findOne({ _id: "database" });
  const present = await db.listCollections({}, { nameOnly: true }).toArray();
  const isNew = !present.some(({ name }) => name !== state.collectionName && Object.hasOwn(declarations, name));
  let version = known?.version ?? (isNew ? latest : 0);
  if (version > latest)
    throw new Error(
      `The database is at version ${version}, newer than this Cansole, which knows version ${latest}: migrate it with the newer one.`,
    );
  if (version < firstVersion)
    throw new Error(
      `The database is at version ${version}, older than any that this Cansole migrates (from ${firstVersion} on): migrate it with an earlier Cansole first.`,
    );
  if (known?.version === undefined) await lease.write({ $set: { version } });

  for (const { title, run: change } of migrations.slice(version - firstVersion)) {
    const number = version + 1;
    const startedAt = Date.now();
    say(`Database: migration ${number}, ${title} ...`);
    await change({ db, say, check: lease.check });
    const tookSeconds = (Date.now() - startedAt) / 1_000;
    await lease.write({
      $set: { version: number },
      $push: { done: { number, title, at: new Date(), tookSeconds } },
    });
    version = number;
  }

  const { indexes: made = {}, unused = {} } = known ?? {};
  const own = await makeAsDeclared({ db, retention, made, unused, say, check: lease.check });
  await expirePreImages(db.admin(), say);
  await lease.write({ $set: { ...own } });
};

/** The last line of a command that does nothing else. */
export const migratedSentence = `The database is ready for this Cansole (version ${databaseVersion}).`;
