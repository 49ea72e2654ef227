import { randomBytes } from "node:crypto";
import { MongoClient, ObjectId } from "mongodb";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { migration } from "./0002-open-locks-are-awaited.ts";
import { layOutFormer } from "./testing/former-database.ts";

const name = `m${randomBytes(6).toString("hex")}`;
const client = new MongoClient(inject("mongodbUri"));
beforeAll(() => layOutFormer(client.db(name)));
afterAll(async () => {
  await client.db(name).dropDatabase();
  await client.close();
});

const minute = 60_000;
const now = Date.now();
const row = (channel: number, openedAgoMs: number, seq: number, awaitsClosing = true) => ({
  session: new ObjectId(),
  serialNumber: "CU-1",
  channel,
  awaitsClosing,
  facts: { opened: { receivedAt: new Date(now - openedAgoMs), at: null, boot: "b", seq } },
});
const awaited = ({ session, facts: { opened } }: ReturnType<typeof row>) => ({
  session,
  openedAt: opened.receivedAt,
  boot: "b",
  seq: opened.seq,
});

test("what waits for its lock goes on waiting, the newest first; what is a day old or was closed does not", async () => {
  const db = client.db(name);
  const newest = row(1, minute, 9);
  const beside = row(1, 3 * minute, 8);
  const alone = row(2, 20 * 60 * minute, 5);
  const noted = row(4, minute, 3);
  await db
    .collection("sessionRows")
    .insertMany([
      ...[beside, newest, row(1, 30 * minute, 7), alone, noted],
      ...[row(3, 25 * 60 * minute, 1), row(5, minute, 2, false)],
    ]);
  const sinceThen = { _id: "CU-1/4", openedAt: new Date(now), rows: [] };
  await db.collection<typeof sinceThen>("awaitedClosings").insertOne(sinceThen);
  const tools = { db, say: () => {}, check: () => {}, adoptIndexes: async () => {} };

  await migration.run(tools);
  await migration.run(tools);

  expect(await db.collection("awaitedClosings").find().sort({ _id: 1 }).toArray()).toEqual([
    { _id: "CU-1/1", openedAt: newest.facts.opened.receivedAt, rows: [awaited(newest), awaited(beside)] },
    { _id: "CU-1/2", openedAt: alone.facts.opened.receivedAt, rows: [awaited(alone)] },
    sinceThen,
  ]);
});
