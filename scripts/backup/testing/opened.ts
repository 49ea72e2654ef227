import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { MongoClient } from "mongodb";
import { migrateForTests } from "../../migrate/testing/migrate-for-tests.ts";
import { temporaryFolder } from "../../testing/temporary.ts";
import { backUp } from "../back-up.ts";
import { restore } from "../restore.ts";

/** A migrated database of its own, and folders for backups of it, until `stop`. */
export const openForBackups = async (client: MongoClient, mongodbUri: string, jwtSecret: string) => {
  const database = `b${randomBytes(6).toString("hex")}`;
  await migrateForTests(mongodbUri, database);
  const folder = await temporaryFolder("backup");
  const db = client.db(database);
  const order = { mongodbUri, version: "1.2.3", say: () => {}, database, dataDir: null };
  let made = 0;
  return {
    db,
    database,
    order,
    folder: folder.path,
    backUp: async (more: { dataDir?: string } = {}) => {
      made += 1;
      const to = join(folder.path, `backup-${made}`);
      return { to, manifest: await backUp({ ...order, jwtSecret, ...more, folder: to }) };
    },
    restore: (from: string, { replace = false, dataDir = null as string | null } = {}) =>
      restore({ ...order, folder: from, replace, dataDir }),
    stop: async () => {
      await db.dropDatabase();
      await folder.remove();
    },
  };
};
export type Opened = Awaited<ReturnType<typeof openForBackups>>;

/** Everything in a database, as the shell would show it. */
export const contentsOf = async ({ db }: Opened) => {
  const listed = await db.listCollections({ name: { $not: /^system\./ } }).toArray();
  const all = listed.map(async ({ name, options }: { name: string; options?: object }) => {
    const documents = await db.collection(name).find({}, { promoteValues: false }).sort({ _id: 1 }).toArray();
    const indexes = await db.collection(name).listIndexes().toArray();
    return [name, { options, documents, indexes }] as const;
  });
  return Object.fromEntries(await Promise.all(all));
};
