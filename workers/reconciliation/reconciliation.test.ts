import { ObjectId } from "mongodb";
import { beforeEach, expect, test } from "vitest";
import { postCans } from "#shared/cans/post-cans.server.ts";
import { postDeposit } from "#shared/deposits/post-deposit.server.ts";
import { waitingReconciliation } from "#shared/reconciliation/reconciliation.document.server.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { aPenalty, aUser } from "#shared/runtime/testing/stored-records.ts";
import { openAccounts } from "#shared/users/open-accounts.server.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { createReconciliation } from "./reconciliation.ts";

const log = createLogger("workers", "silent");
/** Before the night's hour in Asia/Kolkata, and an hour after it. */
const evening = Date.UTC(2026, 10, 21, 20, 0);
const night = Date.UTC(2026, 10, 21, 21, 30);
const mongo = setUpDatabase();
let people: UserDocument[];
let clock = { now: () => evening };
const [machine, product] = [new ObjectId(), new ObjectId()];

beforeEach(async () => {
  clock = { now: () => evening };
  const { users, cans, canLedger, deposits, depositRows, penalties, reconciliations, drifts } = mongo.collections;
  for (const one of [cans, canLedger, deposits, depositRows, penalties, reconciliations, drifts, users])
    await one.deleteMany({});
  people = Array.from({ length: 7 }, () => aUser({ role: "customer" })).sort((a, b) =>
    `${a._id}` < `${b._id}` ? -1 : 1,
  );
  await users.insertMany(people);
  // The last one is older: they have no accounts yet.
  for (const { _id } of people.slice(0, 6)) {
    await mongo.inTransaction((dbSession) => openAccounts(mongo, dbSession, _id));
    await credit(_id, 3);
    await pay(_id, 1_000);
  }
});

const credit = (user: ObjectId, count: number) =>
  mongo.inTransaction((dbSession) =>
    postCans(mongo, dbSession, {
      user,
      machine,
      product,
      brand: "Cola",
      credit: count,
      debit: 0,
      message: "",
      ref: { kind: "system", id: null },
      now: new Date(evening),
    }),
  );
const pay = (user: ObjectId, deposit: number) =>
  mongo.inTransaction((dbSession) =>
    postDeposit(mongo, dbSession, {
      user,
      add: { deposit, depositBought: 1 },
      by: { kind: "system", id: null },
      reason: "",
      now: new Date(evening),
    }),
  );
const person = (nth: number): ObjectId => people[nth]?._id ?? new ObjectId();
const worker = (usersPerStep = 2) =>
  createReconciliation({
    mongo,
    log,
    databaseClock: { now: () => clock.now() },
    timeZone: "Asia/Kolkata",
    usersPerStep,
  });
const requestNow = () =>
  mongo.collections.reconciliations.insertOne(waitingReconciliation({ kind: "operator", id: null }, clock.now()));
const runs = () => mongo.collections.reconciliations.find().sort({ askedAt: 1 }).toArray();
const drifts = () => mongo.collections.drifts.find().sort({ user: 1, figure: 1 }).toArray();
/** The one of yesterday's night, which is due as soon as a worker is there, is out of the way. */
const nightIsDone = () =>
  mongo.collections.reconciliations.insertOne({
    ...waitingReconciliation({ kind: "job", id: null }, 0, "2026-11-21"),
    state: "done",
  });

test("where every account is what its rows add up to nothing is found, older users included", async () => {
  await nightIsDone();
  await requestNow();

  await worker().run();

  expect((await runs()).at(-1)).toMatchObject({
    state: "done",
    users: 7,
    canRows: 6,
    depositRows: 6,
    drifts: 0,
    held: { totalCans: 18, deposit: 6_000, securityDeposit: 0, depositBought: 6, depositUsed: 0, freeDeposit: 0 },
    holder: null,
  });
  expect(await drifts()).toEqual([]);
});

test("a drift names user, machine, both figures and the rows, and everything stays as it is", async () => {
  const { cans, deposits, users, penalties } = mongo.collections;
  const at = (user: ObjectId, totalCans: number) => ({ _id: user, "current.0.totalCans": totalCans });
  await cans.updateOne(at(person(1), 3), { $set: { "current.0.totalCans": 5, totalCans: 5 } });
  await deposits.updateOne({ _id: person(2) }, { $set: { deposit: 900 } });
  const owed = aPenalty(person(3));
  await penalties.insertMany([owed, aPenalty(person(3), { paid: true })]);
  await users.updateOne({ _id: person(4) }, { $set: { penaltiesOwed: 1 } });
  await cans.deleteOne({ _id: person(5) });
  const before = [await cans.find().toArray(), await deposits.find().toArray()];
  await nightIsDone();
  await requestNow();

  await worker().run();

  const found = (await drifts()).map(({ user, kind, figure, machine: where, account, rows, rowCount }) => [
    people.findIndex(({ _id }) => _id.equals(user)),
    ...[kind, figure, where?.toHexString() ?? null, account, rows, rowCount],
  ]);
  const there = machine.toHexString();
  expect(found).toEqual([
    [1, "cans", "current", there, 5, 3, 1],
    [1, "cans", "totalCans", null, 5, 3, 1],
    [2, "deposit", "deposit", null, 900, 1_000, 1],
    [3, "penalties", "penaltiesOwed", null, 0, 1, 1],
    [4, "penalties", "penaltiesOwed", null, 1, 0, 0],
    [5, "cans", "current", there, 0, 3, 1],
    [5, "cans", "totalCans", null, 0, 3, 1],
  ]);
  expect((await drifts()).find(({ kind }) => kind === "penalties")?.rowIds).toEqual([owed._id]);
  expect((await runs()).at(-1)).toMatchObject({ state: "done", drifts: 7 });
  expect([await cans.find().toArray(), await deposits.find().toArray()]).toEqual(before);
});

test("traffic beside it makes no drift", async () => {
  await nightIsDone();
  let going = true;
  const traffic = (async () => {
    for (let at = 0; going; at += 1) await Promise.all([credit(person(at % 7), 1), pay(person((at + 3) % 7), 10)]);
  })();

  for (let round = 0; round < 5; round += 1) {
    await requestNow();
    await worker(3).run();
  }
  going = false;
  await traffic;

  expect((await runs()).map(({ drifts: found }) => found)).toEqual([0, 0, 0, 0, 0, 0]);
});

test("each night has one, however many workers run, and none before its hour", async () => {
  await nightIsDone();
  await Promise.all([worker().run(), worker().run()]);
  expect(await runs()).toHaveLength(1);

  clock = { now: () => night };
  await Promise.all([worker().run(), worker().run(), worker().run()]);
  await worker().run();

  expect((await runs()).map(({ night: of, state }) => [of, state])).toEqual([
    ["2026-11-21", "done"],
    ["2026-11-22", "done"],
  ]);
});

test("of a worker that died another goes on behind the last users, and finds no drift twice", async () => {
  await nightIsDone();
  for (const nth of [0, 4]) await mongo.collections.deposits.updateOne({ _id: person(nth) }, { $set: { deposit: 1 } });
  const left = waitingReconciliation({ kind: "operator", id: null }, clock.now());
  const heldUntil = new Date(Date.now() + 600_000);
  const begun = { state: "running" as const, holder: new ObjectId(), heldUntil, after: person(2), users: 3, drifts: 1 };
  await mongo.collections.reconciliations.insertOne({ ...left, ...begun });

  await worker().run();
  expect((await runs()).at(-1)).toMatchObject({ state: "running", users: 3 });

  await mongo.collections.reconciliations.updateOne({ _id: left._id }, { $set: { heldUntil: new Date(0) } });
  await worker().run();

  expect((await runs()).at(-1)).toMatchObject({ state: "done", users: 7, drifts: 2 });
  expect((await drifts()).map(({ user }) => user)).toEqual([person(4)]);
});

test("a worker that is stopped leaves its run to others at once", async () => {
  await nightIsDone();
  await requestNow();
  const first = worker(1);
  const going = first.run();
  await first.stop();
  await going;

  await worker(1).run();

  expect((await runs()).at(-1)).toMatchObject({ state: "done", users: 7, drifts: 0 });
});
