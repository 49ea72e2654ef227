import { ObjectId } from "mongodb";
import { beforeAll, expect, test } from "vitest";
import { dayBefore } from "#shared/http/date-range.ts";
import { dayOf } from "#shared/http/zone-days.ts";
import { waitingReconciliation } from "#shared/reconciliation/reconciliation.document.server.ts";
import { createMovableClock } from "#shared/runtime/clock.ts";
import type { Collections } from "#shared/runtime/collections.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { storeHistory } from "../../scripts/demo-history/store-history.ts";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { demoHistory } from "../../scripts/seed/demo-history.ts";
import { createSales } from "../sales/sales.ts";
import { createReconciliation } from "./reconciliation.ts";
import { createPlants, type Drifted } from "./testing/plants.ts";

const timeZone = "Asia/Kolkata";
const now = Date.UTC(2026, 10, 22, 9);
const dayMs = 86_400_000;
const log = createLogger("workers", "silent");
const mongo = setUpDatabase();
const clock = createMovableClock(now);
let stores: Collections;
let plants: ReturnType<typeof createPlants>;
const countSales = () => createSales({ mongo, log, databaseClock: clock, timeZone, countMs: 60_000 }).count();
let begun = 0;

/** What a reconciliation finds of causes and sales: accounts that a plant also upsets have tests of their own. */
const reconcile = async () => {
  // The night's own comes first, once; each is known by when it was requested.
  begun += 1;
  const run = waitingReconciliation({ kind: "operator", id: null }, now + begun);
  await stores.reconciliations.insertOne(run);
  await createReconciliation({ mongo, log, databaseClock: clock, timeZone }).run();
  const all = await stores.drifts.find({ reconciliation: run._id }).toArray();
  const found = all.filter(({ kind }) => ["order", "transaction", "sales"].includes(kind));
  return { run: await stores.reconciliations.findOne({ _id: run._id }), all, found };
};

beforeAll(async () => {
  stores = mongo.collections;
  plants = createPlants(stores);
  // Few customers and days: each costs every reconciliation five commands.
  const demo = demoHistory(now, timeZone, 400);
  await storeHistory(mongo, { ...demo, begins: now - 30 * dayMs, customers: demo.customers.slice(0, 100) });
  await countSales();
});

test("a history in which everything has its cause has no drift, and all of it was compared", async () => {
  const { run, all } = await reconcile();

  expect(all).toEqual([]);
  expect(run).toMatchObject({
    state: "done",
    drifts: 0,
    orders: await stores.orders.countDocuments(),
    transactions: await stores.canTransactions.countDocuments(),
    days: await stores.sales.countDocuments({ isOpen: false }),
  });
});

test("a day whose orders changed after its sales were counted is judged once they are counted again", async () => {
  const one = await plants.paid();
  const day = dayOf(one.time.getTime(), timeZone);
  const row = await stores.sales.findOne({ day });
  await stores.orders.updateOne({ _id: one._id }, { $set: { changedAt: new Date(now) } });
  await stores.sales.updateOne({ day }, { $inc: { cans: 1 } });
  expect((await reconcile()).found).toEqual([]);

  clock.advance(300_000);
  // It was counted while the figure was right: only its row was changed since.
  await stores.salesProgress.updateOne({ _id: "sales" }, { $set: { seenTo: new Date(clock.now()) } });
  expect((await reconcile()).found).toMatchObject([{ day, figure: "cans", account: (row?.cans ?? 0) + 1 }]);
  await stores.sales.updateOne({ day }, { $inc: { cans: -1 } });
});

test("a worker that died in the days of sales is followed behind the last one that was compared", async () => {
  const left = waitingReconciliation({ kind: "operator", id: null }, now);
  const nextDay = dayBefore(dayOf(now, timeZone));
  const begunBefore = {
    state: "running" as const,
    holder: new ObjectId(),
    heldUntil: new Date(0),
    users: 300,
    days: 80,
  };
  await stores.reconciliations.insertOne({ ...left, ...begunBefore, nextDay });

  await createReconciliation({ mongo, log, databaseClock: clock, timeZone }).run();

  expect(await stores.reconciliations.findOne({ _id: left._id })).toMatchObject({
    state: "done",
    users: 300,
    days: 81,
  });
});

test("slots that an operator has said are not used come back without being freed", async () => {
  const one = await plants.can({ holdsSlot: true });
  const { user } = one;
  const row = await stores.depositRows.findOne({ "ref.id": one._id });
  if (!row) throw new Error("a slot that is held has its row");
  const { ref, ...edit } = row;
  const byHand = { ...edit, _id: new ObjectId(), by: { kind: "operator" as const, id: new ObjectId() } };
  await stores.depositRows.insertOne({ ...byHand, depositUsed: -1 });
  await stores.deposits.updateOne({ _id: user }, { $inc: { depositUsed: -1 } });
  await stores.canTransactions.updateOne({ _id: one._id }, { $set: { holdsSlot: false } });

  expect((await reconcile()).all).toEqual([]);
  // The history is whole again: what is planted in it later is not taken for this slot.
  await stores.depositRows.deleteOne({ _id: byHand._id });
  await stores.deposits.updateOne({ _id: user }, { $inc: { depositUsed: 1 } });
  await stores.canTransactions.updateOne({ _id: one._id }, { $set: { holdsSlot: true } });
});

test("whatever is off is named with both figures, its rows and its cause", async () => {
  const wanted: Drifted[] = [];
  for (const [, plant] of plants.plants) {
    const planted = await plant();
    for (const one of Array.isArray(planted[0]) ? (planted as Drifted[]) : [planted as Drifted]) wanted.push(one);
  }

  const { run, all, found } = await reconcile();

  const named = found.map(({ kind, figure, cause, day, account, rows, rowCount }) =>
    [kind, figure, `${cause?.id ?? day}`, account, rows, rowCount].join(" "),
  );
  expect(named.sort()).toEqual(wanted.map((one) => one.join(" ")).sort());
  expect(wanted.length).toBeGreaterThan(plants.plants.length);
  for (const { kind, rowIds, rowCount } of found) if (kind !== "sales") expect(rowIds).toHaveLength(rowCount);
  expect(run?.drifts).toBe(all.length);
});
