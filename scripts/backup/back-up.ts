import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { BSON, type ClientSession, type Db, type Document, MongoClient, type Timestamp } from "mongodb";
import { type Manifest, manifestName, printOf, type StoredCollection, trialFiles } from "./manifest.ts";

interface BackupOrder {
  mongodbUri: string;
  /** Set if it is not the database that the URI names. */
  database?: string;
  /** Is made; one that has anything in it is refused. */
  folder: string;
  jwtSecret: string | undefined;
  /** The folder of a trial, whose own files belong to the backup; null elsewhere. */
  dataDir: string | null;
  version: string;
  say: (line: string) => void;
}

interface Listed {
  name: string;
  type?: string;
  options?: Document;
}

const documentsPerBatch = 1_000;
const snapshotTooOld = 239;
const mine = 0o600;

/**
 * Writes every collection as it was at one moment, while everything goes on. What is kept of machines' histories is
 * read beside that moment, because MongoDB has no snapshots of time-series; no account depends on it. Throws a sentence
 * where the folder is in use, and where reading takes longer than MongoDB keeps the moment.
 */
export const backUp = async (order: BackupOrder): Promise<Manifest> => {
  const { mongodbUri, database, folder, say } = order;
  await makeFolder(folder);
  const client = new MongoClient(mongodbUri, { appName: "cansole-backup", serverSelectionTimeoutMS: 10_000 });
  const session = client.startSession({ snapshot: true });
  try {
    const db = client.db(database);
    const listed = (await db.listCollections().toArray()).filter(isStored);
    const state = await db.collection("migrations").findOne({}, { session });
    if (typeof state?.version !== "number")
      throw new Error(`The database ${db.databaseName} is not a Cansole database: it was never migrated.`);
    const stored: StoredCollection[] = [];
    for (const one of listed) stored.push(await writeCollection(db, one, { folder, session }));
    const takenAt = momentOf(session);
    const manifest: Manifest = {
      format: 1,
      version: order.version,
      databaseVersion: state.version,
      takenAt: takenAt.toISOString(),
      secretPrint: printOf(order.jwtSecret),
      trialFiles: await copyTrialFiles(order),
      collections: stored,
    };
    await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: mine, flag: "wx" });
    // Only the page Health shows this: if it cannot be written, the folder is a backup all the same.
    await db
      .collection<{ _id: string }>("backups")
      .updateOne({ _id: "last" }, { $set: { takenAt } }, { upsert: true })
      .catch(() => say("This backup could not be noted for the Health page."));
    const documents = stored.reduce((sum, one) => sum + one.documents, 0);
    say(`${documents} documents of ${stored.length} collections are in ${folder}, as of ${manifest.takenAt}.`);
    return manifest;
  } catch (error) {
    throw (error as { code?: number }).code === snapshotTooOld ? new Error(tooOld) : error;
  } finally {
    await session.endSession();
    await client.close();
  }
};

const tooOld =
  "Reading took longer than MongoDB keeps a moment (minSnapshotHistoryWindowInSeconds, 5 minutes by default): " +
  "raise that while the backup runs, or use mongodump --oplog. The folder is no backup: delete it.";

const isStored = ({ name, type }: Listed): boolean =>
  (type === undefined || type === "collection" || type === "timeseries") && !name.startsWith("system.");

const momentOf = (session: ClientSession): Date => {
  const { snapshotTime } = session as ClientSession & { snapshotTime?: Timestamp };
  if (!snapshotTime) throw new Error("nothing was read");
  return new Date(snapshotTime.getHighBits() * 1_000);
};

const makeFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new Error(`${folder} is not empty: name a folder that is not there yet, one for each backup.`);
};

const writeCollection = async (
  db: Db,
  { name, type, options = {} }: Listed,
  { folder, session }: { folder: string; session: ClientSession },
): Promise<StoredCollection> => {
  const file = `${name}.bson.gz`;
  const collection = db.collection(name);
  const reading = type === "timeseries" ? { readConcern: { level: "majority" as const } } : { session };
  // Untouched bytes: no number becomes one of another kind.
  const found = collection.find({}, { ...reading, raw: true, batchSize: documentsPerBatch });
  let documents = 0;
  const bytes = async function* () {
    for await (const one of found as AsyncIterable<unknown>) {
      documents += 1;
      yield one as Buffer;
    }
  };
  const hash = createHash("sha256");
  const hashed = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const written = createWriteStream(join(folder, file), { mode: mine, flags: "wx" });
  await pipeline(Readable.from(bytes()), createGzip({ level: 4 }), hashed, written);
  const indexes = await collection.listIndexes().toArray();
  const text = (value: Document) => BSON.EJSON.stringify(value, { relaxed: false });
  return { name, file, documents, sha256: hash.digest("hex"), options: text(options), indexes: text(indexes) };
};

const copyTrialFiles = async ({ dataDir, folder }: BackupOrder): Promise<string[]> => {
  if (dataDir === null) return [];
  const there = (await readdir(dataDir)).filter((name) => trialFiles.includes(name));
  await mkdir(join(folder, "trial"), { mode: 0o700 });
  for (const name of there) await copyFile(join(dataDir, name), join(folder, "trial", name));
  return there.sort();
};
