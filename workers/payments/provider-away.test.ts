import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { noProvider } from "#shared/payments/configured-provider.server.ts";
import { ProviderError } from "#shared/payments/provider.server.ts";
import { createMovableClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { createPaymentSweep } from "./payment-sweep.ts";

const start = Date.parse("2026-11-22T06:00:00Z");
const hour = 3_600_000;
const mongo = setUpDatabase();

/** How often the provider is queried in this many hours, if no query is answered. */
const queriesIn = async (hours: number, options: Partial<OrderDocument>): Promise<number> => {
  const { orders } = mongo.collections;
  const clock = createMovableClock(start);
  let queries = 0;
  const ofOrder = () => {
    queries += 1;
    return Promise.reject(new ProviderError("unreachable", "The payment provider answers 502"));
  };
  const order = anOrder(aUser(), aMachine(), {
    time: new Date(start),
    providerOrderId: `order_${new ObjectId()}`,
    nextCheckAt: new Date(start + 900_000),
    ...options,
  });
  await orders.insertOne(order);
  const log = createLogger("workers", "silent");
  const { sweep } = createPaymentSweep({ mongo, databaseClock: clock, log, provider: { ...noProvider, ofOrder } });
  for (;;) {
    const { nextCheckAt } = (await orders.findOne({ _id: order._id })) ?? order;
    if (!nextCheckAt) throw new Error("it is queried no more");
    if (nextCheckAt.getTime() > start + hours * hour) break;
    clock.advance(nextCheckAt.getTime() - clock.now());
    await sweep();
  }
  await orders.deleteOne({ _id: order._id });
  return queries;
};

test("an order that the provider never answers about is queried ever more seldom, and never given up", async () => {
  const [young, week, twoWeeks] = [await queriesIn(1, {}), await queriesIn(168, {}), await queriesIn(336, {})];

  expect(young).toBeGreaterThan(20);
  expect(week).toBeLessThan(200);
  // Four times a day.
  expect(twoWeeks - week).toBeLessThanOrEqual(4 * 7);
});

test("of an old order that a notice came for, each minute: its age says nothing of how long the provider is away", async () => {
  const old = { time: new Date(start - 720 * hour), status: "payment successful" as const };
  const checkRequest = ObjectId.createFromTime(start / 1_000);

  expect(await queriesIn(0.4, { ...old, checkRequest })).toBeGreaterThanOrEqual(9);
});
