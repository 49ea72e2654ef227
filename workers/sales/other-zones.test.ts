import { beforeEach, expect, test } from "vitest";
import { createMovableClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { createSales } from "./sales.ts";

const log = createLogger("workers", "silent");
const mongo = setUpDatabase();
/** In Asia/Kolkata it is half past one of the 22nd already. */
const evening = Date.UTC(2026, 10, 21, 20, 0);
const clock = createMovableClock(evening);
const sales = (timeZone: string) => createSales({ mongo, log, databaseClock: clock, timeZone });
const rows = () => mongo.collections.sales.find().sort({ day: 1 }).toArray();

beforeEach(async () => {
  const { orders, sales: kept, salesProgress } = mongo.collections;
  for (const one of [orders, kept, salesProgress]) await (one as typeof orders).deleteMany({});
  const at = new Date(evening);
  const order = anOrder(aUser(), aMachine(), { status: "payment successful", time: at, changedAt: at });
  await orders.insertOne(order);
  await sales("Asia/Kolkata").count();
});

test("a rebuild by the days of another zone than the workers' is refused, and leaves every row as it is", async () => {
  const before = await rows();

  await expect(sales("UTC").rebuild()).rejects.toThrow("set TIME_ZONE=Asia/Kolkata");

  expect(await rows()).toEqual(before);
  expect(await sales("Asia/Kolkata").rebuild()).toEqual({ days: before.length, mended: 0 });
});

test("nothing is counted twice after a change of zone: the row of a day that has not begun there is counted anew too", async () => {
  expect((await rows()).map(({ day, orders }) => [day, orders])).toEqual([["2026-11-22", 1]]);

  await sales("America/Los_Angeles").count();

  expect((await rows()).map(({ day, orders, isOpen }) => [day, orders, isOpen])).toEqual([
    ["2026-11-21", 1, true],
    ["2026-11-22", 0, true],
  ]);
});
