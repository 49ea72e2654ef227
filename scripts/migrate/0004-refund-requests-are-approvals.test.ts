import { randomBytes } from "node:crypto";
import { MongoClient, ObjectId } from "mongodb";
import { afterAll, expect, inject, test } from "vitest";
import { migration } from "./0004-refund-requests-are-approvals.ts";

const name = `m${randomBytes(6).toString("hex")}`;
const client = new MongoClient(inject("mongodbUri"));
afterAll(async () => {
  await client.db(name).dropDatabase();
  await client.close();
});

test("a refund that is requested waits on among the approvals; what is over is left, and nothing is written twice", async () => {
  const db = client.db(name);
  const refundRequest = { by: new ObjectId(), at: new Date(), reason: "A wrong can", note: "Lime came out" };
  const can = { _id: new ObjectId(), user: new ObjectId(), brand: "Cola", status: "pending", refundRequest };
  await db
    .collection("canTransactions")
    .insertMany([
      can,
      { ...can, _id: new ObjectId(), status: "opened" },
      { ...can, _id: new ObjectId(), refundRequest: null },
    ]);
  const tools = { db, say: () => {}, check: () => {}, adoptIndexes: async () => {} };

  await migration.run(tools);
  await migration.run(tools);

  expect(await db.collection("approvals").find().toArray()).toEqual([
    {
      _id: can._id,
      kind: "refund",
      record: can._id,
      user: can.user,
      change: {},
      what: "1 can of Cola is given back",
      reason: "A wrong can: Lime came out",
      by: refundRequest.by,
      at: refundRequest.at,
      state: "requested",
      decidedBy: null,
      decidedAt: null,
      decision: "",
      rev: 0,
    },
  ]);
  const left = { status: "pending", refundRequest: { $type: "object" } };
  expect(await db.collection("canTransactions").countDocuments(left)).toBe(0);
});
