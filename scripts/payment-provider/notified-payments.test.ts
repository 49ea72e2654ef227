import { beforeAll, expect, test } from "vitest";
import { createAudit } from "#shared/audit/audit.server.ts";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import type { OrderStatus } from "#shared/orders/order-status.ts";
import { createRazorpay } from "#shared/payments/razorpay.server.ts";
import { verifyOrder } from "#shared/payments/verify-order.server.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { makeHistory } from "../demo-history/history.ts";
import { setUpDatabase } from "../migrate/testing/test-databases.ts";
import { demoHistory } from "../seed/demo-history.ts";
import { createNotifiedPayments } from "./notified-payments.ts";
import { startPaymentProvider } from "./server.ts";

const now = Date.UTC(2026, 10, 22, 9);
const keys = { keyId: "rzp_test", keySecret: "secret" };
const orders: OrderDocument[] = [];

const mongo = setUpDatabase();
const played = setUp(
  () => startPaymentProvider({ ...keys, notices: () => null, notified: createNotifiedPayments(mongo) }),
  ({ close }) => close(),
);
beforeAll(async () => {
  await makeHistory(demoHistory(now, "Asia/Kolkata", 400), async (written) => {
    orders.push(...written.orders);
  });
  await mongo.collections.orders.insertMany(orders);
});

const pastOrder = (status: OrderStatus): OrderDocument => {
  const found = orders.find((order) => order.status === status);
  if (!found) throw new Error(`nothing of the past is ${status}`);
  return found;
};
const verify = async ({ _id }: OrderDocument) => {
  const clock = { now: () => now };
  const provider = createRazorpay({ baseUrl: played.url, ...keys });
  const parts = { mongo, clock, provider, audit: createAudit(mongo.collections, clock) };
  const actor = { kind: "operator" as const, id: null, from: "here" };
  const { order, refusal } = await verifyOrder(parts, actor, { order: _id, source: "verification" });
  return [order.status, order.flags, refusal?.sentence ?? null];
};

test.each<[OrderStatus, string | null]>([
  ["payment successful", null],
  ["payment failed", null],
  ["payment canceled", "The payment provider knows no payment of this order yet"],
])("a verification of a demo order that is %s gets what became of it, and nothing is flagged", async (status, said) => {
  expect(await verify(pastOrder(status))).toEqual([status, [], said]);
});

test("what an older demo had flagged is flagged no more, also where its ids are no ids of the provider", async () => {
  const { _id, ...failed } = pastOrder("payment failed");
  const before = { ...failed, _id: pastOrder("payment successful")._id, orderId: "DEMO-X" };
  await mongo.collections.orders.replaceOne(
    { _id: before._id },
    {
      ...before,
      providerOrderId: "order_DEMO-X",
      paymentId: "pay_DEMO-X",
      flags: ["never verified"],
      steps: before.steps.map((step) => ({ ...step, paymentId: step.paymentId && "pay_DEMO-X" })),
    },
  );

  expect(await verify(before)).toEqual(["payment failed", [], null]);
});

test("what operators wrote is no provider status, and an unknown order stays unknown", async () => {
  const notified = createNotifiedPayments(mongo);
  const { providerOrderId, steps, _id } = pastOrder("payment failed");
  const byOperator = steps.map((step) => ({ ...step, source: "operator" as const }));
  await mongo.collections.orders.updateOne({ _id }, { $set: { steps: byOperator } });

  expect(await notified(providerOrderId ?? "")).toEqual([]);
  expect(await notified("order_never")).toBeNull();
  const client = createRazorpay({ baseUrl: played.url, ...keys });
  await expect(client.ofOrder("order_never")).rejects.toMatchObject({ kind: "missing" });
});
