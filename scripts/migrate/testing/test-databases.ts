import { randomBytes } from "node:crypto";
import { type Db, type Document, MongoClient } from "mongodb";
import { inject } from "vitest";
import { type CollectionName, declarations } from "#shared/runtime/collections.ts";
import { connectMongo, type Mongo } from "#shared/runtime/mongo.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { migrateForTests } from "./migrate-for-tests.ts";

/** A connection to a database of its own, which goes back with it. */
export type TestDatabase = Mongo & { giveBack: () => Promise<void> };

/** Somebody's, or free again. */
interface Pooled {
  name: string;
  mongodbUri: string;
  /** How it was made: its collections with their options, its indexes, its version. */
  make: string;
}

/** Databases of this process: those in use by their names, and the free ones, the one that has rested longest first. */
const taken = new Map<string, Pooled>();
let free: Pooled[] = [];
/** How many others work on a database. */
const sharers = new Map<string, number>();

/** To empty a fuller one takes longer than to make another. */
const mostDocuments = 4_000;

const names = Object.keys(declarations) as CollectionName[];
/** Contains the database's own state, and nothing of a test. */
const ownState: CollectionName = "migrations";
const emptied = names.filter((name) => name !== ownState);
/** A time-series has no index but its own. */
const indexed = names.filter((name) => !declarations[name].timeSeries);

/**
 * A migrated database without a document, for one test file at a time. To make one costs half a second of a processor,
 * to empty one a fraction of that: a file that is done gives it back with `giveDatabaseBack`.
 */
export const takeDatabase = (mongodbUri: string): Promise<string> =>
  onServer(mongodbUri, async (client) => {
    for (let next = nextFree(mongodbUri); next; next = nextFree(mongodbUri)) {
      const db = client.db(next.name);
      if ((await writtenTo(db)).length === 0) {
        taken.set(next.name, next);
        return next.name;
      }
      // Somebody of the test before wrote after its end, and may go on.
      await db.dropDatabase();
    }
    const name = `t${randomBytes(6).toString("hex")}`;
    await migrateForTests(mongodbUri, name);
    taken.set(name, { name, mongodbUri, make: await makeOf(client.db(name)) });
    return name;
  });

const nextFree = (mongodbUri: string): Pooled | undefined => {
  const next = free.find((one) => one.mongodbUri === mongodbUri);
  free = free.filter((one) => one !== next);
  return next;
};

/** Whether a caller may get it. */
export const isFree = (name: string): boolean => free.some((one) => one.name === name);

/**
 * Somebody else works on it too. Unless they say by what is answered that they have stopped, nobody gets it when its
 * owner has.
 */
export const shareDatabase = (name: string): (() => void) => {
  free = free.filter((one) => one.name !== name);
  sharers.set(name, (sharers.get(name) ?? 0) + 1);
  return () => void sharers.set(name, (sharers.get(name) ?? 0) - 1);
};

/** Whether somebody else would get it if it were given back now. */
export const mayBeGivenAgain = (mongodbUri: string, name: string): Promise<boolean> =>
  onServer(mongodbUri, async (client) => {
    const database = taken.get(name);
    return database !== undefined && isLeftAsMade(client, database);
  });

/** Once its writers have stopped. It is dropped unless it is as it was made, and left by everybody. */
export const giveDatabaseBack = (mongodbUri: string, name: string): Promise<void> =>
  onServer(mongodbUri, async (client) => {
    const database = taken.get(name);
    taken.delete(name);
    const db = client.db(name);
    if (!database || !(await isLeftAsMade(client, database))) {
      if (!isFree(name)) await db.dropDatabase();
      return;
    }
    for (const collection of await writtenTo(db)) await empty(db, collection);
    free.push(database);
  });

/** For tests without a gateway. */
export const openDatabase = async (mongodbUri: string): Promise<TestDatabase> => {
  const name = await takeDatabase(mongodbUri);
  const mongo = await connectMongo(mongodbUri, { database: name });
  return {
    ...mongo,
    giveBack: async () => {
      await mongo.close();
      await giveDatabaseBack(mongodbUri, name);
    },
  };
};

/** The one of a file. */
export const setUpDatabase = (): TestDatabase =>
  setUp(
    () => openDatabase(inject("mongodbUri")),
    ({ giveBack }) => giveBack(),
  );

/**
 * A change stream follows it still, a cursor reads it, or a command is under way. The read of a change stream that was
 * closed waits for up to a second more, and is marked as killed.
 */
const isInUse = async (client: MongoClient, name: string): Promise<boolean> => {
  const ofIt = { ns: { $regex: `^${name}\\.` }, killPending: { $ne: true } };
  const using = client.db("admin").aggregate([{ $currentOp: { allUsers: true, idleCursors: true } }, { $match: ofIt }]);
  return (await using.toArray()).length > 0;
};

const isLeftAsMade = async (client: MongoClient, database: Pooled): Promise<boolean> =>
  !sharers.get(database.name) &&
  !(await isInUse(client, database.name)) &&
  (await isAsMade(client.db(database.name), database));

const isAsMade = async (db: Db, { make }: Pooled): Promise<boolean> => {
  const [{ objects }, { was: profiled }, made] = await Promise.all([
    db.stats(),
    db.command({ profile: -1 }),
    makeOf(db),
  ]);
  return objects <= mostDocuments && profiled === 0 && made === make;
};

type Stages = (collection: string) => Document[];

/** The same stages over several collections, in one question. */
const ofEach = async (db: Db, [first = "", ...others]: string[], stages: Stages): Promise<Document[]> => {
  const united = others.map((coll) => ({ $unionWith: { coll, pipeline: stages(coll) } }));
  return db
    .collection(first)
    .aggregate([...stages(first), ...united])
    .toArray();
};

const indexesOf: Stages = (collection) => [
  { $indexStats: {} },
  { $project: { _id: 0, name: { $concat: [collection, ".", "$name"] }, spec: 1, building: 1 } },
];
const byName = (one: Document, other: Document) => (one.name < other.name ? -1 : 1);

const makeOf = async (db: Db): Promise<string> => {
  const [collections, indexes, state] = await Promise.all([
    db.listCollections().toArray(),
    ofEach(db, indexed, indexesOf),
    db.collection(ownState).find().toArray(),
  ]);
  return JSON.stringify([collections.sort(byName), indexes.sort(byName), state]);
};

const anyOf: Stages = (name) => [{ $limit: 1 }, { $project: { _id: 0, name: { $literal: name } } }];

/** The collections with documents of a test. */
const writtenTo = async (db: Db): Promise<CollectionName[]> =>
  (await ofEach(db, emptied, anyOf)).map(({ name }) => name as CollectionName);

/** How the queries of the test before were answered best is no matter of the next one either. */
const empty = async (db: Db, collection: CollectionName): Promise<void> => {
  await db.collection(collection).deleteMany({});
  await db.command({
    planCacheClear: declarations[collection].timeSeries ? `system.buckets.${collection}` : collection,
  });
};

/** Kept as long as the process runs: to connect costs more than all that is asked of one database. */
const clients = new Map<string, MongoClient>();
const onServer = <T>(mongodbUri: string, work: (client: MongoClient) => Promise<T>): Promise<T> => {
  const client =
    clients.get(mongodbUri) ?? new MongoClient(mongodbUri, { writeConcern: { w: "majority", journal: true } });
  clients.set(mongodbUri, client);
  return work(client);
};
