import { expect, test } from "vitest";
import type { PaymentProvider } from "#shared/payments/provider.server.ts";
import { createMovableClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { createPaymentSweep } from "./payment-sweep.ts";

const start = Date.parse("2026-11-22T06:00:00Z");
const slowMs = 80_000;

const mongo = setUpDatabase();

test("what is credited after a long wait for the provider stands in the ledger at the time of its crediting", async () => {
  const clock = createMovableClock(start);
  const order = anOrder(aUser(), aMachine(), {
    providerOrderId: "order_slow",
    time: new Date(start - 900_000),
    nextCheckAt: new Date(start),
  });
  await mongo.collections.orders.insertOne(order);
  const payment = {
    id: "pay_slow",
    status: "captured" as const,
    amount: order.netAmount,
    currency: "INR",
    order_id: "order_slow",
    created_at: start / 1_000,
  };
  const provider: Pick<PaymentProvider, "ofOrder"> = {
    ofOrder: async () => {
      clock.advance(slowMs);
      return [payment];
    },
  };
  const log = createLogger("workers", "silent");

  await createPaymentSweep({ mongo, databaseClock: clock, log, provider: provider as PaymentProvider }).sweep();

  const row = await mongo.collections.canLedger.findOne({ user: order.user });
  const paid = await mongo.collections.orders.findOne({ _id: order._id });
  expect([row?.at.getTime(), paid?.creditedAt?.getTime()]).toEqual([start + slowMs, start + slowMs]);
});
