import { expect, test } from "vitest";
import { createMovableClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { createSales } from "./sales.ts";

const mongo = setUpDatabase();
/** Noon of 22 November in Asia/Kolkata. */
const clock = createMovableClock(Date.UTC(2026, 10, 22, 6, 30));

test("an order that is paid after MongoDB's clock was set back reaches the row of its day at once", async () => {
  const log = createLogger("workers", "silent");
  const sales = createSales({ mongo, log, databaseClock: clock, timeZone: "Asia/Kolkata" });
  const pay = () => {
    const at = new Date(clock.now());
    return mongo.collections.orders.insertOne(
      anOrder(aUser(), aMachine(), { status: "payment successful", time: at, changedAt: at }),
    );
  };
  await pay();
  await sales.count();
  clock.advance(-3_600_000);
  await pay();

  await sales.count();

  expect(await mongo.collections.sales.findOne({ day: "2026-11-22" })).toMatchObject({ orders: 2 });
});
