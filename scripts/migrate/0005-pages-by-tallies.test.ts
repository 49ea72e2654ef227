import { randomBytes } from "node:crypto";
import { MongoClient, ObjectId } from "mongodb";
import { afterAll, expect, inject, test } from "vitest";
import { migration } from "./0005-pages-by-tallies.ts";

const name = `m${randomBytes(6).toString("hex")}`;
const client = new MongoClient(inject("mongodbUri"));
afterAll(async () => {
  await client.db(name).dropDatabase();
  await client.close();
});

test("anchors go, and so does what orders and transactions say of them; all else stays, also when it is done again", async () => {
  const db = client.db(name);
  const noted = { _id: new ObjectId(), status: "payment failed", movedFrom: "processing" };
  const plain = { _id: new ObjectId(), status: "processing" };
  for (const rows of ["orders", "canTransactions"]) await db.collection(rows).insertMany([noted, plain]);
  for (const anchors of ["rankAnchors", "movingAnchors", "rankHeads"]) await db.collection(anchors).insertOne({});
  const tools = { db, say: () => {}, check: () => {}, adoptIndexes: async () => {} };

  await migration.run(tools);
  await migration.run(tools);

  for (const rows of ["orders", "canTransactions"])
    expect(await db.collection(rows).find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: noted._id, status: "payment failed" },
      plain,
    ]);
  const left = await db.listCollections({}, { nameOnly: true }).toArray();
  expect(left.map((one) => one.name).sort()).toEqual(["canTransactions", "orders"]);
});
