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
import { ProviderError, type ProviderPayment } from "./provider.server.ts";
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

/** MongoDB as it loses its primary after one transaction. */
const failingSoon = (): typeof mongo => {
  let transactions = 0;
  const inTransaction: typeof mongo.inTransaction = (work) => {
    transactions += 1;
    return transactions === 1 ? mongo.inTransaction(work) : Promise.reject(new Error("no primary"));
  };
  return { ...mongo, inTransaction };
};

test("who fails after the credit leaves the rest to the sweep: a second payment is flagged", async () => {
  const order = await ordered({ status: "processing", nextCheckAt: new Date(clock.now()) });
  const payments = [first, second].map((one) => ({
    amount: order.netAmount,
    currency: "INR",
    order_id: order.providerOrderId,
    created_at: 1_795_000_000,
    ...one,
  }));
  const provider = { ...noProvider, ofOrder: async () => payments };
  const parts = { audit: createAudit(mongo.collections, clock), clock, provider };
  const requested = { order: order._id, source: "sweep" as const };

  const failing = verifyOrder({ ...parts, mongo: failingSoon() }, job, requested);

  await expect(failing).rejects.toThrow("no primary");
  const half = await mongo.collections.orders.findOne({ _id: order._id });
  expect([half?.status, half?.flags, half?.nextCheckAt]).toEqual(["payment successful", [], expect.any(Date)]);
  const { order: whole } = await verifyOrder({ ...parts, mongo }, job, requested);
  expect([whole.flags, whole.nextCheckAt]).toEqual([["paid twice"], null]);
});

test("who is overtaken time after time writes no older answer, and asks again a minute later", async () => {
  const order = await ordered({ ...paid, flags: [] });
  const as = (status: ProviderPayment["status"], id = "pay_1"): ProviderPayment => ({
    id,
    status,
    amount: order.netAmount,
    currency: "INR",
    order_id: order.providerOrderId,
    created_at: 1_795_000_000,
  });
  const parts = { mongo, audit: createAudit(mongo.collections, clock), clock };
  const requested = { order: order._id, source: "sweep" as const };
  /** Each answer is older than what somebody else has written by the time it arrives. */
  const told = [
    [as("captured")],
    [as("captured"), as("captured", "pay_2")],
    [as("captured"), as("captured", "pay_2"), as("captured", "pay_3")],
    [as("refunded"), as("refunded", "pay_2"), as("refunded", "pay_3")],
  ];
  let asked = 0;
  const late = {
    ...noProvider,
    ofOrder: async () => {
      const answer = told[asked] ?? [];
      asked += 1;
      const newer = told[asked] ?? [];
      await verifyOrder({ ...parts, provider: { ...noProvider, ofOrder: async () => newer } }, job, requested);
      return answer;
    },
  };

  const { order: shown, refusal } = await verifyOrder({ ...parts, provider: late }, operator, requested);

  expect([asked, shown.flags, refusal?.isAway]).toEqual([3, ["refunded by provider"], false]);
  expect(shown.nextCheckAt).toEqual(new Date(clock.now() + 60_000));
});

test("who fails before a dispute is written leaves it to the sweep, which flags it", async () => {
  const order = await ordered({ ...paid, nextCheckAt: new Date(clock.now()), disputes: ["disp_1"] });
  const payment = { ...first, amount: order.netAmount, currency: "INR", created_at: 1_795_000_000 };
  const dispute = { id: "disp_1", payment_id: "pay_1", amount: order.netAmount, currency: "INR", status: "open" };
  const provider = {
    ...noProvider,
    ofOrder: async () => [{ ...payment, order_id: order.providerOrderId }],
    dispute: async () => dispute,
  };
  const parts = { audit: createAudit(mongo.collections, clock), clock, provider };
  const requested = { order: order._id, source: "sweep" as const };

  const failing = verifyOrder({ ...parts, mongo: failingSoon() }, job, requested);

  await expect(failing).rejects.toThrow("no primary");
  const half = await mongo.collections.orders.findOne({ _id: order._id });
  expect([half?.flags, half?.nextCheckAt]).toEqual([[], expect.any(Date)]);
  const { order: whole } = await verifyOrder({ ...parts, mongo }, job, requested);
  expect([whole.flags, whole.nextCheckAt]).toEqual([["disputed"], null]);
});

test("disputes that cannot be queried are queried again, whoever verified a paid order", async () => {
  const order = await ordered({ ...paid, disputes: ["disp_1"] });
  const ofOrder = async () => [
    { ...first, amount: order.netAmount, currency: "INR", created_at: 1, order_id: order.providerOrderId },
  ];
  const dispute = () => Promise.reject(new ProviderError("unreachable", "The payment provider answers 502"));
  const parts = { mongo, audit: createAudit(mongo.collections, clock), clock };
  const provider = { ...noProvider, ofOrder, dispute };

  const away = await verifyOrder({ ...parts, provider }, operator, { order: order._id, source: "verification" });

  expect([away.refusal?.isAway, away.order.nextCheckAt]).toEqual([true, new Date(clock.now() + 60_000)]);
});
