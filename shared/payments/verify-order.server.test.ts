import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { createAudit } from "../audit/audit.server.ts";
import type { OrderDocument } from "../orders/order.document.server.ts";
import type { OrderFlag, OrderStatus } from "../orders/order-status.ts";
import { createMovableClock } from "../runtime/clock.ts";
import { anOrder } from "../runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "../runtime/testing/stored-records.ts";
import { noProvider } from "./configured-provider.server.ts";
import type { ProviderPayment } from "./provider.server.ts";
import { verifyOrder } from "./verify-order.server.ts";

const mongo = setUpDatabase();
const clock = createMovableClock(Date.parse("2026-11-22T06:00:00Z"));
const operator = { kind: "operator" as const, id: new ObjectId(), from: "203.0.113.9" };
const job = { kind: "job" as const, id: null, from: "payments.sweep" };

/** A moment that work waits for, however late it asks. */
const moment = () => {
  let come = () => {};
  const has = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { come, has };
};

type Told = Pick<ProviderPayment, "id" | "status"> & Partial<ProviderPayment>;
const first: Told = { id: "pay_1", status: "captured" };
const second: Told = { id: "pay_2", status: "captured", created_at: 1_795_000_060 };

/** One verification whose answer is on its way when the provider says something else to another process. */
const overtaken = async (order: OrderDocument, before: Told[], after: Told[]) => {
  let told = before;
  const [query, arrival] = [moment(), moment()];
  const paymentsNow = (): ProviderPayment[] =>
    told.map((one) => ({
      amount: order.netAmount,
      currency: "INR",
      order_id: order.providerOrderId,
      created_at: 1_795_000_000,
      ...one,
    }));
  const atOnce = { ...noProvider, ofOrder: async () => paymentsNow() };
  const slowly = {
    ...noProvider,
    ofOrder: async () => {
      const payments = paymentsNow();
      query.come();
      await arrival.has;
      return payments;
    },
  };
  const parts = { mongo, audit: createAudit(mongo.collections, clock), clock };
  const slow = verifyOrder({ ...parts, provider: slowly }, operator, { order: order._id, source: "verification" });
  await query.has;
  told = after;
  await verifyOrder({ ...parts, provider: atOnce }, job, { order: order._id, source: "sweep" });
  arrival.come();
  const { order: shown, refusal } = await slow;
  const stored = await mongo.collections.orders.findOne({ _id: order._id });
  expect([shown, refusal]).toEqual([stored, null]);
  const rows = await mongo.collections.canLedger.countDocuments({ user: order.user });
  return { status: stored?.status, paymentId: stored?.paymentId, flags: stored?.flags, rows };
};

const ordered = async (options: Partial<OrderDocument>) => {
  const order = anOrder(aUser(), aMachine(), {
    time: new Date(clock.now()),
    providerOrderId: `order_${new ObjectId()}`,
    nextCheckAt: null,
    ...options,
  });
  await mongo.collections.orders.insertOne(order);
  return order;
};
const paid: Partial<OrderDocument> = { status: "payment successful", paymentId: "pay_1" };

describe("an answer that another verification has overtaken undoes nothing of what the provider said later:", () => {
  test.each<[string, Partial<OrderDocument>, Told[], Told[], [OrderStatus, string, OrderFlag[], number]]>([
    [
      "the money of a paid order went back",
      paid,
      [first],
      [{ ...first, status: "refunded" }],
      ["payment successful", "pay_1", ["refunded by provider"], 0],
    ],
    [
      "a second payment was captured",
      paid,
      [first],
      [first, second],
      ["payment successful", "pay_1", ["paid twice"], 0],
    ],
    [
      "the second payment went back",
      { ...paid, flags: ["paid twice"] },
      [first, second],
      [first, { ...second, status: "refunded" }],
      ["payment successful", "pay_1", [], 0],
    ],
    [
      "another try has paid",
      { status: "payment failed", paymentId: "pay_0" },
      [{ ...first, status: "failed" }],
      [{ ...first, status: "failed" }, second],
      ["payment successful", "pay_2", [], 1],
    ],
    ["somebody has paid at last", { status: "processing" }, [], [first], ["payment successful", "pay_1", [], 1]],
    [
      "the money went back before it was credited",
      { status: "processing" },
      [first],
      [{ ...first, status: "refunded" }],
      ["payment canceled", "pay_1", [], 0],
    ],
  ])("%s", async (_what, options, before, after, [status, paymentId, flags, rows]) => {
    const order = await ordered(options);
    expect(await overtaken(order, before, after)).toEqual({ status, paymentId, flags, rows });
  });
});
