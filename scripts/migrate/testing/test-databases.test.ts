import { ObjectId } from "mongodb";
import { expect, inject, test } from "vitest";
import { connectMongo, type Mongo } from "#shared/runtime/mongo.ts";
import {
  giveDatabaseBack,
  isFree,
  mayBeGivenAgain,
  openDatabase,
  shareDatabase,
  takeDatabase,
} from "./test-databases.ts";

const uri = inject("mongodbUri");

/** Takes a database, does this to it and gives it back; says whether somebody may get it then. */
const isGivenAgain = async (work: (mongo: Mongo) => Promise<unknown>): Promise<boolean> => {
  const mongo = await openDatabase(uri);
  await work(mongo);
  await mongo.giveBack();
  return isFree(mongo.db.databaseName);
};

const region = () => ({ _id: new ObjectId(), region: "Coast", profiles: [], rev: 0 });

test("a database is given again without its documents, migrated and with what it had", async () => {
  const rows = { meta: { serialNumber: "CU-1" }, receivedAt: new Date() };
  const made: unknown[] = [];
  const before = async ({ db, collections }: Mongo) => {
    made.push(await db.listCollections().toArray(), await collections.migrations.find().toArray());
    await collections.regions.insertOne(region());
    await db.collection("lockHistory").insertOne(rows);
  };
  let name = "";
  expect(
    await isGivenAgain(async (mongo) => {
      name = mongo.db.databaseName;
      await before(mongo);
    }),
  ).toBe(true);

  const { db, collections, close } = await connectMongo(uri, { database: name });
  const counts = await Promise.all(Object.values(collections).map((one) => one.countDocuments()));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect([await db.listCollections().toArray(), await collections.migrations.find().toArray()]).toEqual(made);
  await close();
});

type Work = (mongo: Mongo) => Promise<unknown>;
const lockHistory = async ({ db }: Mongo) => (await db.listCollections({ name: "lockHistory" }).toArray())[0];
const keepsFor = (expireAfterSeconds: unknown): Work => {
  return ({ db }) => db.command({ collMod: "lockHistory", expireAfterSeconds });
};

/** What makes a database another one, and what undoes it. */
const changes: [string, (mongo: Mongo) => Promise<Work>][] = [
  [
    "has another index",
    async ({ db }) => {
      await db.collection("machines").createIndex({ somewhere: 1 });
      return ({ db }) => db.collection("machines").dropIndex("somewhere_1");
    },
  ],
  [
    "keeps documents for another time",
    async (mongo) => {
      const was = (await lockHistory(mongo)) as { options?: { expireAfterSeconds?: number } } | undefined;
      await keepsFor(1)(mongo);
      return keepsFor(was?.options?.expireAfterSeconds);
    },
  ],
  [
    "has a collection of somebody's own",
    async ({ db }) => {
      await db.createCollection("mine");
      return ({ db }) => db.dropCollection("mine");
    },
  ],
  [
    "is of another version",
    async ({ collections: { migrations } }) => {
      const was = await migrations.findOne();
      await migrations.updateOne({}, { $set: { version: 1 } });
      return () => migrations.updateOne({}, { $set: { version: was?.version ?? 0 } });
    },
  ],
  [
    "is profiled",
    async ({ db }) => {
      await db.setProfilingLevel("all");
      return async ({ db }) => {
        await db.setProfilingLevel("off");
        await db.dropCollection("system.profile").catch(() => undefined);
      };
    },
  ],
  [
    "holds very much",
    async ({ db }) => {
      await db.collection("users").insertMany(Array.from({ length: 4_001 }, (_, at) => ({ phone: `${at}` })));
      return ({ db }) => db.collection("users").deleteMany({});
    },
  ],
  [
    "is somebody else's too",
    async ({ db }) => {
      const leave = shareDatabase(db.databaseName);
      return async () => leave();
    },
  ],
];

test("one is given again unless it has another index, options, collection, version, profile or user, or very much", async () => {
  const mongo = await openDatabase(uri);
  const isFitting = () => mayBeGivenAgain(uri, mongo.db.databaseName);
  for (const [change, make] of changes) {
    const undo = await make(mongo);
    expect([change, await isFitting()]).toEqual([change, false]);
    await undo(mongo);
    expect([change, await isFitting()]).toEqual([change, true]);
  }

  await mongo.collections.products.drop();
  expect(await isFitting()).toBe(false);
  await mongo.db.dropDatabase();
  expect(await isFitting()).toBe(false);
  await mongo.giveBack();
  expect(isFree(mongo.db.databaseName)).toBe(false);
});

test("one that has another index in the place of one is not given again", async () => {
  const work = async ({ db }: Mongo) => {
    await db.collection("products").dropIndex("brand");
    await db.collection("products").createIndex({ brand: 1 }, { name: "brand" });
  };
  expect(await isGivenAgain(work)).toBe(false);
});

test("one that was somebody else's too is given again when they have left", async () => {
  expect(await isGivenAgain(async ({ db }) => shareDatabase(db.databaseName)())).toBe(true);
});

test("one that a change stream follows is not given again", async () => {
  const other = await connectMongo(uri);
  const followed = async ({ db }: Mongo) => {
    const stream = other.client.db(db.databaseName).watch();
    await stream.tryNext();
  };
  expect(await isGivenAgain(followed)).toBe(false);
  await other.close();
});

test("one that is written to after it was given back is given to nobody", async () => {
  const mongo = await openDatabase(uri);
  const name = mongo.db.databaseName;
  const late = await connectMongo(uri, { database: name });
  await mongo.giveBack();
  await late.collections.regions.insertOne(region());
  await late.close();

  const requested: string[] = [];
  while (isFree(name)) requested.push(await takeDatabase(uri));
  expect(requested).not.toContain(name);
  for (const one of requested) await giveDatabaseBack(uri, one);
});

test("one that is given back twice is given to one caller, and taken by the first of two", async () => {
  const mongo = await openDatabase(uri);
  await mongo.giveBack();
  await giveDatabaseBack(uri, mongo.db.databaseName);

  const requested = await Promise.all([takeDatabase(uri), takeDatabase(uri)]);
  expect(new Set(requested).size).toBe(2);
  for (const name of requested) await giveDatabaseBack(uri, name);
});
