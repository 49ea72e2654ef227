import { createReadStream } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import { BSON, type Db, type Document, MongoClient } from "mongodb";
import { databaseVersion } from "#shared/runtime/migrated.ts";
import { type Manifest, readBackup, type StoredCollection } from "./manifest.ts";

interface RestoreOrder {
  mongodbUri: string;
  database?: string;
  folder: string;
  /** Drops what the database has. */
  replace: boolean;
  /** The folder of a trial; null elsewhere. */
  dataDir: string | null;
  say: (line: string) => void;
}

const documentsPerBatch = 2_000;
const bytesPerBatch = 8 * 1_048_576;
/** The state of the database, without which no gateway or worker starts: a restore that was killed leaves none. */
const lastCollection = "migrations";
/**
 * With the backup's logins, an operator who signed out or was suspended later would be signed in again. Its processes
 * no longer run.
 */
const emptied = ["logins", "processes"];

/**
 * Makes the database as the backup has it, with collections, options and indexes; `completeRestore` is due afterwards.
 * Throws a sentence, before anything is changed, where the backup is damaged or newer than this Cansole, and where the
 * database is not empty and `replace` is false.
 */
export const restore = async (order: RestoreOrder): Promise<Manifest> => {
  const { mongodbUri, database, folder, replace, say } = order;
  const manifest = await readBackup(folder);
  if (manifest.databaseVersion > databaseVersion)
    throw new Error(
      `The backup's database is at version ${manifest.databaseVersion}, newer than this Cansole, which knows version ${databaseVersion}: restore it with the newer one (Cansole ${manifest.version}).`,
    );
  const client = new MongoClient(mongodbUri, {
    appName: "cansole-restore",
    writeConcern: { w: "majority", journal: true },
    serverSelectionTimeoutMS: 10_000,
  });
  try {
    const db = client.db(database);
    await empty(db, replace);
    const isLast = ({ name }: StoredCollection) => name === lastCollection;
    for (const one of manifest.collections) if (!isLast(one)) await restoreCollection(db, folder, one);
    for (const name of emptied) await db.collection(name).deleteMany({});
    await copyTrialFiles(order, manifest);
    // A `migrate` that was started meanwhile was refused, and has left its lease.
    for (const { name } of await db.listCollections({ name: lastCollection }).toArray()) await db.dropCollection(name);
    for (const one of manifest.collections) if (isLast(one)) await restoreCollection(db, folder, one);
    const documents = manifest.collections.reduce((sum, one) => sum + one.documents, 0);
    say(`${documents} documents of ${manifest.collections.length} collections are as of ${manifest.takenAt}.`);
    return manifest;
  } finally {
    await client.close();
  }
};

const empty = async (db: Db, replace: boolean): Promise<void> => {
  const listed = await db.listCollections({ name: { $not: /^system\./ } }, { nameOnly: true }).toArray();
  if (!replace) {
    for (const { name } of listed) {
      // A database that was migrated and never used has nothing but its state, and when it was backed up.
      if (
        name === lastCollection ||
        name === "backups" ||
        !(await db.collection(name).findOne({}, { projection: { _id: 1 } }))
      )
        continue;
      throw new Error(
        `The database ${db.databaseName} is not empty (${name} has documents): restore into an empty one, or give --replace to drop all that it has.`,
      );
    }
  }
  const stateFirst = listed.sort(
    (one, other) => Number(other.name === lastCollection) - Number(one.name === lastCollection),
  );
  for (const { name } of stateFirst) await db.dropCollection(name);
};

const restoreCollection = async (
  db: Db,
  folder: string,
  { name, file, documents, options, indexes }: StoredCollection,
): Promise<void> => {
  await db.createCollection(name, BSON.EJSON.parse(options, { relaxed: false }));
  let written = 0;
  for await (const batch of batchesOf(documentsIn(join(folder, file)))) {
    await db.collection(name).insertMany(batch, { ordered: false, forceServerObjectId: true });
    written += batch.length;
  }
  if (written !== documents) throw new Error(`${file} has ${written} documents instead of ${documents}.`);
  const made = BSON.EJSON.parse(indexes, { relaxed: false }) as Document[];
  const wanted = made.filter(({ key, clustered }) => !clustered && Object.keys(key).join() !== "_id");
  if (wanted.length > 0)
    await db.collection(name).createIndexes(wanted.map(({ v: _, ns: __, ...index }) => index) as never);
};

/** Typed values: a double that is whole stays a double. */
const asTheyWere = { promoteValues: false, promoteBuffers: false, bsonRegExp: true };

async function* documentsIn(path: string): AsyncGenerator<{ document: Document; size: number }> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path).pipe(createGunzip())) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    for (; rest.length - at >= 4; ) {
      const size = rest.readInt32LE(at);
      if (rest.length - at < size) break;
      yield { document: BSON.deserialize(rest.subarray(at, at + size), asTheyWere), size };
      at += size;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw new Error(`${path} ends in the middle of a document.`);
}

async function* batchesOf(found: AsyncGenerator<{ document: Document; size: number }>): AsyncGenerator<Document[]> {
  let batch: Document[] = [];
  let bytes = 0;
  for await (const { document, size } of found) {
    batch.push(document);
    bytes += size;
    if (batch.length < documentsPerBatch && bytes < bytesPerBatch) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

const copyTrialFiles = async ({ dataDir, folder }: RestoreOrder, { trialFiles }: Manifest): Promise<void> => {
  if (dataDir === null) return;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const name of trialFiles) await copyFile(join(folder, "trial", name), join(dataDir, name));
};
