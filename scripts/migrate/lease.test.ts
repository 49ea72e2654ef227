import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Collection, MongoClient } from "mongodb";
import { afterAll, beforeEach, expect, inject, test } from "vitest";
import type { MigrationsDocument } from "#shared/runtime/upkeep.document.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { type Lease, withLease } from "./lease.ts";

const client = new MongoClient(inject("mongodbUri"));
let state: Collection<MigrationsDocument>;
let said: string[];
const say = (line: string) => said.push(line);

beforeEach(() => {
  said = [];
  state = client.db(database).collection(`m${randomBytes(6).toString("hex")}`);
});
afterAll(async () => {
  await client.db(database).dropDatabase();
  await client.close();
});
const database = `l${randomBytes(6).toString("hex")}`;

test("of several at once one works at a time, and each has its turn", async () => {
  let working = 0;
  let most = 0;
  const work = async () => {
    working += 1;
    most = Math.max(most, working);
    await sleep(20);
    working -= 1;
  };
  await Promise.all([1, 2, 3].map(() => withLease({ state, say }, work)));
  expect(most).toBe(1);
  expect(await state.findOne()).toMatchObject({ lease: { holder: null } });
});

test("work that takes longer than the lease keeps it, because it is renewed", async () => {
  const order = { state, say, leaseMs: 4_000 };
  const ends: string[] = [];
  const first = withLease(order, async () => {
    await sleep(5_000);
    ends.push("first");
  });
  await eventually(async () => expect((await state.findOne())?.lease).toBeTruthy());
  const second = withLease(order, async () => {
    ends.push("second");
  });
  await Promise.all([first, second]);
  expect(ends).toEqual(["first", "second"]);
  expect(said).toEqual([
    expect.stringMatching(/^Database: waiting for .+, process \d+, \w+, which is migrating it\.$/),
  ]);
});

test("one that has died is taken over from when its lease has run out", async () => {
  await state.insertOne({ _id: "database", lease: { holder: "elsewhere", until: new Date(Date.now() + 1_500) } });
  let took = false;
  await withLease({ state, say }, async () => {
    took = true;
  });
  expect(took).toBe(true);
  expect(said).toEqual([
    "Database: waiting for elsewhere, which is migrating it.",
    "Database: elsewhere has ended in the middle of it; going on from there.",
  ]);
});

test("who has lost the lease notices, and writes nothing more", async () => {
  const after = async (lease: Lease) => {
    await state.updateOne({}, { $set: { lease: { holder: "another", until: new Date(Date.now() + 60_000) } } });
    await expect(lease.write({ $set: { version: 7 } })).rejects.toThrow("Another process took over the migration");
    await eventually(() => expect(lease.check).toThrow("Another process took over the migration"));
  };
  await withLease({ state, say, leaseMs: 500 }, after);
  const left = await state.findOne();
  expect(left?.version).toBeUndefined();
  expect(left?.lease?.holder).toBe("another");
});
