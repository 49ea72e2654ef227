import { randomBytes } from "node:crypto";
import { type Db, MongoClient, ObjectId } from "mongodb";
import { afterAll, expect, inject, test } from "vitest";
import { environment } from "#shared/runtime/config.ts";
import { retentionOf } from "#shared/runtime/retention.ts";
import type { MigrationsDocument } from "#shared/runtime/upkeep.document.ts";
import { type MigrateOrder, migrate } from "./migrate.ts";
import { firstVersion } from "./numbered.ts";

const day = 86_400;
const retention = retentionOf(environment.parse({}));
const names: string[] = [];
const client = new MongoClient(inject("mongodbUri"));

afterAll(async () => {
  for (const name of names) await client.db(name).dropDatabase();
  await client.close();
});

const aDatabase = (): Db => {
  const name = `m${randomBytes(6).toString("hex")}`;
  names.push(name);
  return client.db(name);
};
const migrateIt = async (db: Db, changes: Partial<MigrateOrder> = {}): Promise<string[]> => {
  const said: string[] = [];
  const order = { mongodbUri: inject("mongodbUri"), database: db.databaseName, retention };
  await migrate({ ...order, say: (line) => said.push(line), ...changes });
  return said;
};

/** Each collection's options and indexes, as MongoDB lists them. */
const shapeOf = async (db: Db) => {
  const found = await db.listCollections({ name: { $not: /^system\./ } }).toArray();
  const shapes = found.map(async ({ name, options }: { name: string; options?: object }) => {
    const indexes = await db.collection(name).listIndexes().toArray();
    return [name, { options, indexes: indexes.sort((a, b) => a.name.localeCompare(b.name)) }] as const;
  });
  return Object.fromEntries(await Promise.all(shapes));
};
const stateOf = (db: Db) => db.collection<MigrationsDocument>("migrations").findOne();

/** As if what is no longer used had been found out two days ago. */
const aDayLater = async (db: Db) => {
  const unused = Object.keys((await stateOf(db))?.unused ?? {});
  const earlier = Object.fromEntries(unused.map((name) => [name, new Date(Date.now() - 2 * day * 1_000)]));
  await db.collection("migrations").updateOne({}, { $set: { unused: earlier } });
};

/** A database as the first state left it: of version 3, with a request for a refund that stands in its can. */
const layOutFirstState = async (db: Db): Promise<ObjectId> => {
  await migrateIt(db);
  await db.dropCollection("approvals");
  await db
    .collection("migrations")
    .updateOne({}, { $set: { version: firstVersion }, $unset: { "indexes.approvals": 1 } });
  const refundRequest = { by: new ObjectId(), at: new Date(), reason: "Stuck", note: "" };
  const can = { _id: new ObjectId(), transactionId: "T-1", status: "pending", brand: "Cola", refundRequest };
  await db.collection("canTransactions").insertOne(can);
  return can._id;
};

test("a database of the first state goes on from there, and ends like a new one with its data", async () => {
  const [first, fresh] = [aDatabase(), aDatabase()];
  const can = await layOutFirstState(first);
  await Promise.all([migrateIt(first), migrateIt(fresh)]);

  expect(await shapeOf(first)).toEqual(await shapeOf(fresh));
  const [old, news] = [await stateOf(first), await stateOf(fresh)];
  expect(old).toMatchObject({ version: news?.version, indexes: news?.indexes, unused: {}, lease: { holder: null } });
  expect(old?.done?.slice(0, 1)).toMatchObject([
    { number: 4, title: "Requests for refunds stand among the approvals" },
  ]);
  expect(await first.collection("approvals").findOne()).toMatchObject({ _id: can, record: can, state: "requested" });
});

test.each([0, 1, firstVersion - 1])(
  "an older one, of version %s, is refused in a sentence and stays as it is",
  async (of) => {
    const db = aDatabase();
    await db.collection("users").insertOne({ phone: "9000000007" });
    if (of > 0) await db.collection<MigrationsDocument>("migrations").insertOne({ _id: "database", version: of });
    await expect(migrateIt(db)).rejects.toThrow(
      `The database is at version ${of}, older than any that this Cansole migrates (from 3 on): migrate it with an earlier Cansole first.`,
    );
    expect(Object.keys(await shapeOf(db)).sort()).toEqual(["migrations", "users"]);
    expect(await stateOf(db)).toMatchObject({ lease: { holder: null } });
  },
);

test("migrated again it is left as it is, and nothing is said", async () => {
  const db = aDatabase();
  await migrateIt(db);
  const before = await shapeOf(db);
  expect(await migrateIt(db)).toEqual([]);
  expect(await shapeOf(db)).toEqual(before);
});

test("a time that is another is changed, in indexes and in time-series", async () => {
  const db = aDatabase();
  await migrateIt(db);
  const said = await migrateIt(db, {
    retention: {
      history: 30 * day,
      commands: 7 * day,
      idempotencyKeys: 2 * day,
      reports: 7 * day,
      webhookDeliveries: 30 * day,
    },
  });

  expect(said).toEqual([
    "Database: liveHistory is kept for 30 days from now on.",
    "Database: lockHistory is kept for 30 days from now on.",
    "Database: connectionHistory is kept for 30 days from now on.",
    "Database: commands are kept for 7 days from now on.",
    "Database: alarms are kept for 30 days from now on.",
    "Database: idempotencyKeys are kept for 2 days from now on.",
  ]);
  const shape = await shapeOf(db);
  expect(shape.lockHistory?.options).toMatchObject({ expireAfterSeconds: 30 * day });
  expect(shape.commands?.indexes.find(({ name }) => name === "old")).toMatchObject({ expireAfterSeconds: 7 * day });
});

test("an index of Cansole's own that is no longer declared goes after a day, one that somebody else made stays", async () => {
  const db = aDatabase();
  await migrateIt(db);
  await db.collection("audit").createIndex({ verb: 1 }, { name: "formerly" });
  await db.collection("audit").createIndex({ from: 1 }, { name: "somebodys" });
  await db.collection("migrations").updateOne({}, { $push: { "indexes.audit": "formerly" } as never });

  expect(await migrateIt(db)).toEqual([
    "Database: formerly of audit is no longer used; a migration in a day or later drops it.",
  ]);
  expect(await migrateIt(db)).toEqual([]);
  await aDayLater(db);
  expect(await migrateIt(db)).toEqual(["Database: dropped formerly of audit, which is no longer used."]);
  const left = (await shapeOf(db)).audit?.indexes.map(({ name }) => name);
  expect(left).toContain("somebodys");
  expect(left).not.toContain("formerly");
});

test("an index that is declared otherwise than it stands is built anew", async () => {
  const db = aDatabase();
  await migrateIt(db);
  await db.collection("products").dropIndex("brand");
  await db.collection("products").createIndex({ brand: 1 }, { name: "brand" });

  expect(await migrateIt(db)).toEqual(["Database: built brand of products."]);
  expect((await shapeOf(db)).products?.indexes.find(({ name }) => name === "brand")).toMatchObject({ unique: true });
});

test("what contradicts a unique index is reported by the names of its fields alone, and mended it goes on", async () => {
  const db = aDatabase();
  await migrateIt(db);
  await db.collection("users").dropIndex("phone");
  await db.collection("users").insertMany([{ phone: "9000000007" }, { phone: "9000000007" }]);

  const failed = await migrateIt(db).catch((error: Error) => error.message);
  expect(failed).toBe(
    "Several documents of users have the same phone, and only one may: correct them, then migrate again. Nothing else was lost.",
  );
  await db.collection("users").deleteOne({ phone: "9000000007" });
  expect(await migrateIt(db)).toEqual(["Database: built phone of users."]);
});

test("a database that a newer Cansole has migrated is left alone", async () => {
  const db = aDatabase();
  await migrateIt(db);
  const version = (await stateOf(db))?.version ?? 0;
  await db.collection("migrations").updateOne({}, { $inc: { version: 1 } });
  await expect(migrateIt(db)).rejects.toThrow(
    `The database is at version ${version + 1}, newer than this Cansole, which knows version ${version}: migrate it with the newer one.`,
  );
});
