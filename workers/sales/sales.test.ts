import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { createMovableClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { anOrder, anOrderLine } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aProduct, aUser } from "#shared/runtime/testing/stored-records.ts";
import type { SalesDocument } from "#shared/sales/sales.document.server.ts";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { createSales } from "./sales.ts";
import { byHand } from "./testing/by-hand.ts";
import { mortal } from "./testing/mortal.ts";

const log = createLogger("workers", "silent");
const timeZone = "Asia/Kolkata";
const minute = 60_000;
const dayMs = 86_400_000;
/** Noon of 22 November in Asia/Kolkata. */
const noon = Date.UTC(2026, 10, 22, 6, 30);
const [user, machines] = [aUser(), [aMachine(), aMachine()] as const];
const [cola, tonic] = [aProduct({ brand: "Cola" }), aProduct({ brand: "Tonic" })];
const mongo = setUpDatabase();
let clock = createMovableClock(noon);

const empty = async () => {
  const { orders, sales, salesProgress } = mongo.collections;
  for (const one of [orders, sales, salesProgress]) await one.deleteMany({});
};
beforeEach(async () => {
  clock = createMovableClock(noon);
  await empty();
});

const worker = (stores: Parameters<typeof createSales>[0]["mongo"] = mongo, zone = timeZone) =>
  createSales({ mongo: stores, log, databaseClock: clock, timeZone: zone });
const store = (options: Partial<OrderDocument> = {}) => {
  const order = anOrder(user, machines[0], {
    status: "payment successful",
    changedAt: new Date(clock.now()),
    ...options,
  });
  return mongo.collections.orders.insertOne(order);
};
const rows = () => mongo.collections.sales.find().sort({ day: 1 }).toArray();
const row = async (day: string) => (await rows()).find((one) => one.day === day);
const figures = ({ _id, asOf, changedAt, version, downloaded, ...rest }: SalesDocument) => JSON.stringify(rest);

const kept = async (): Promise<Record<string, object>> =>
  Object.fromEntries(
    (await rows())
      .filter(({ orders }) => orders > 0)
      .map(({ day, sales, refundableDeposit, securityDeposit, penalties, gst, netAmount }) => [
        day,
        { sales, refundableDeposit, securityDeposit, penalties, gst: gst.total, netAmount },
      ]),
  );

test("a database that already has orders gets a row of each day since, today's is open, and nothing is written twice", async () => {
  await store({ time: new Date(noon - 3 * dayMs), changedAt: new Date(noon - 3 * dayMs) });
  await store({ time: new Date(noon - minute), changedAt: new Date(noon - minute), status: "processing" });

  await worker().count();

  const first = await rows();
  expect(first.map(({ day, orders, isOpen, version }) => [day, orders, isOpen, version])).toEqual([
    ["2026-11-19", 1, false, 1],
    ["2026-11-20", 0, false, 1],
    ["2026-11-21", 0, false, 1],
    ["2026-11-22", 0, true, 1],
  ]);
  expect(first[0]).toMatchObject({ month: "November", dayText: "19 Nov 2026", sales: 8_000, gst: { total: 1_440 } });
  await worker().count();
  expect(await rows()).toEqual(first);
});

test("an order that is paid days later, or edited, reaches the row of the day on which it was made", async () => {
  const sales = worker();
  await store({ time: new Date(noon - dayMs), changedAt: new Date(noon - dayMs) });
  const { insertedId } = await store({ time: new Date(noon - 2 * dayMs), status: "processing" });
  await sales.count();
  expect(await row("2026-11-20")).toBeUndefined();

  clock.advance(10 * minute);
  const paid = { status: "payment successful" as const, changedAt: new Date(clock.now()) };
  await mongo.collections.orders.updateOne({ _id: insertedId }, { $set: paid });
  await sales.count();

  expect(await row("2026-11-20")).toMatchObject({ orders: 1, sales: 8_000, isOpen: false });
  expect((await row("2026-11-21"))?.version).toBe(1);
});

test.each(["UTC", "America/Los_Angeles"])(
  "the last and the first moment of a day fall where they must, TZ=%s",
  async (TZ) => {
    const zone = process.env.TZ;
    process.env.TZ = TZ;
    try {
      const midnight = Date.UTC(2026, 10, 21, 18, 30);
      await store({ time: new Date(midnight - 1) });
      await store({ time: new Date(midnight) });
      await store({ time: new Date(midnight) });
      clock = createMovableClock(midnight + minute);

      await worker().count();

      expect((await rows()).map(({ day, orders, isOpen }) => [day, orders, isOpen])).toEqual([
        ["2026-11-21", 1, false],
        ["2026-11-22", 2, true],
      ]);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  },
);

test("many days that changed at once are counted as far as a job's time goes, the latest first, and the next job goes on", async () => {
  const sales = createSales({ mongo, log, databaseClock: clock, timeZone, countMs: 0 });
  for (const daysAgo of [3, 2, 1, 0]) await store({ time: new Date(noon - daysAgo * dayMs) });
  const ordersByDay = async () => (await rows()).map(({ day, orders }) => [day.slice(-2), orders]);

  await sales.count();
  expect(await ordersByDay()).toEqual([["22", 1]]);

  await store({ time: new Date(noon) });
  await sales.count();
  expect(await ordersByDay()).toEqual([["22", 2]]);
  for (let jobs = 0; jobs < 3; jobs++) await sales.count();
  expect(await ordersByDay()).toEqual([
    ["19", 1],
    ["20", 1],
    ["21", 1],
    ["22", 2],
  ]);
});

test("at midnight the day is closed and the next one is open, also where nothing was sold", async () => {
  const sales = worker();
  await store({ time: new Date(noon) });
  await sales.count();
  clock.advance(dayMs);

  await sales.count();

  expect((await rows()).map(({ day, isOpen, orders }) => [day, isOpen, orders])).toEqual([
    ["2026-11-22", false, 1],
    ["2026-11-23", true, 0],
  ]);
});

test("rows of another time zone's days are counted anew", async () => {
  const evening = new Date(Date.UTC(2026, 10, 21, 20, 0));
  await store({ time: evening, changedAt: new Date(noon - dayMs) });
  await worker().count();
  expect((await row("2026-11-22"))?.orders).toBe(1);

  await worker(mongo, "UTC").count();
  expect((await rows()).map(({ day, orders }) => [day, orders])).toEqual([
    ["2026-11-21", 1],
    ["2026-11-22", 0],
  ]);

  // A row that stands before the first order of a paid day, too.
  await worker().count();
  expect((await rows()).map(({ orders }) => orders)).toEqual([0, 1]);
});

const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("order" as const),
      at: fc.integer({ min: -4_000, max: 0 }),
      paid: fc.boolean(),
      late: fc.nat(60_000),
      cans: fc.integer({ min: 1, max: 9 }),
      price: fc.nat(9_999),
      coupon: fc.nat(5),
      odd: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("pay" as const), nth: fc.nat(), late: fc.nat(60_000) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("pass" as const), ms: fc.integer({ min: 1, max: 20 * 3_600_000 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("count" as const), by: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("killed" as const), after: fc.nat(12) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("two" as const) }) },
);

test("whatever is ordered, paid late and counted by whomever, killed anywhere: kept rows are what a rebuild makes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
      await empty();
      clock = createMovableClock(noon);
      const workers = [worker(), worker()] as const;
      for (const one of actions) {
        if (one.do === "order") {
          const products = [anOrderLine({ product: cola._id, quantity: one.cans, unitPrice: one.price })];
          if (one.odd) products.push(anOrderLine({ product: tonic._id, brand: "Tonic", quantity: 1, unitPrice: 333 }));
          const deposit = anOrderLine({ productType: "deposit", brand: "DEPOSIT", quantity: 1, unitPrice: 1_000 });
          const couponDiscount = Math.min(one.coupon, one.cans * one.price);
          await mongo.collections.orders.insertOne(
            anOrder(user, machines[one.odd ? 1 : 0], {
              lines: one.odd ? [...products, deposit] : products,
              discount: { productDiscount: 0, couponDiscount, totalDiscount: couponDiscount },
              time: new Date(clock.now() + one.at * minute),
              changedAt: new Date(clock.now() - one.late),
              status: one.paid ? "payment successful" : "processing",
              securityDeposit: one.odd ? 5_000 : 0,
            }),
          );
        } else if (one.do === "pay") {
          const waiting = await mongo.collections.orders.find({ status: "processing" }).sort({ _id: 1 }).toArray();
          const order = waiting[one.nth % Math.max(1, waiting.length)];
          const paid = { status: "payment successful" as const, changedAt: new Date(clock.now() - one.late) };
          if (order) await mongo.collections.orders.updateOne({ _id: order._id }, { $set: paid });
        } else if (one.do === "pass") clock.advance(one.ms);
        else if (one.do === "count") await workers[one.by as 0 | 1].count();
        else if (one.do === "two") await Promise.all(workers.map((each) => each.count()));
        else {
          await worker(mortal(mongo, one.after))
            .count()
            .catch(() => undefined);
          await mongo.collections.salesProgress.updateOne({}, { $set: { heldUntil: new Date(0) } });
          clock.advance(6_000);
        }
      }
      await workers[0].count();
      const orders = await mongo.collections.orders.find().toArray();
      const left = await rows();
      expect(await kept()).toEqual(byHand(orders));
      for (const { sales, gst, brands, machines: at } of left) {
        expect(gst.cgst).toBe(Math.floor(gst.total / 2));
        expect(gst.cgst + gst.sgst).toBe(gst.total);
        for (const parts of [brands, at]) {
          expect(parts.reduce((all, part) => all + part.sales, 0)).toBe(sales);
        }
      }

      expect((await worker().rebuild()).mended).toBe(0);
      await mongo.collections.sales.deleteMany({});
      await worker().rebuild();
      expect((await rows()).map(figures)).toEqual(left.map(figures));
    }),
    { numRuns: 25 },
  );
});
