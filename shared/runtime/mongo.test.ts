import { ObjectId } from "mongodb";
import { expect, inject, test } from "vitest";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { type CollectionName, declarations } from "./collections.ts";
import { connectMongo } from "./mongo.ts";

const mongo = setUpDatabase();

const add = (brand: string) =>
  mongo.collections.products.insertOne({
    _id: new ObjectId(),
    brand,
    tagline: "",
    description: "",
    productType: "product",
    image: "",
    price: 0,
    rev: 0,
  });

test("what is written between two reads of one moment is not seen, and is later than that moment", async () => {
  await add("before");

  const { found, asOf } = await mongo.readAsOf(async (dbSession) => {
    const first = await mongo.collections.products.find({}, { session: dbSession }).toArray();
    await add("meanwhile");
    return [first, await mongo.collections.products.find({}, { session: dbSession }).toArray()];
  });
  const later = await mongo.readAsOf((dbSession) =>
    mongo.collections.products.find({}, { session: dbSession }).toArray(),
  );

  expect(found.map((one) => one.map(({ brand }) => brand))).toEqual([["before"], ["before"]]);
  expect(later.found.map(({ brand }) => brand)).toEqual(["before", "meanwhile"]);
  expect(later.asOf > asOf).toBe(true);
});

test("a process can start beside a transaction that another one has left open", async () => {
  const session = mongo.client.startSession();
  session.startTransaction();
  for (const { collectionName } of Object.values(mongo.collections)) {
    if (declarations[collectionName as CollectionName].timeSeries) continue;
    const anything = mongo.db.collection(collectionName);
    await anything.updateOne({ nobody: "has this" }, { $set: { one: 1 } }, { session, upsert: false });
  }

  const another = await connectMongo(inject("mongodbUri"), { database: mongo.db.databaseName });

  await another.close();
  await session.abortTransaction();
  await session.endSession();
});

test("an address that cannot be read is named by its variable, and its password is not said", async () => {
  await expect(connectMongo("mongodb://cansole:hunt@er2@127.0.0.1/cansole")).rejects.toThrow(
    /^MONGODB_URI leads to no MongoDB that can be used: ((?!er2).)*$/,
  );
});

test("a transaction that fails leaves nothing", async () => {
  const failing = mongo.inTransaction(async (dbSession) => {
    await mongo.collections.products.deleteMany({}, { session: dbSession });
    throw new Error("no");
  });

  await expect(failing).rejects.toThrow("no");
  expect(await mongo.collections.products.countDocuments()).toBeGreaterThan(0);
});
