import { expect, test } from "vitest";
import { judgePayments } from "./judge-payments.server.ts";
import type { ProviderPayment } from "./provider.server.ts";

const order = { netAmount: 9_378, providerOrderId: "order_1" };
const payment = (status: ProviderPayment["status"], options: Partial<ProviderPayment> = {}): ProviderPayment => ({
  id: "pay_1",
  status,
  amount: 9_378,
  currency: "INR",
  order_id: "order_1",
  created_at: 1,
  ...options,
});
const later = { id: "pay_2", created_at: 2 };

test.each<[string, ProviderPayment[], string, string?]>([
  ["nobody tried", [], "none"],
  ["one that the bank has not answered", [payment("created")], "waiting"],
  ["one that is not taken yet", [payment("authorized")], "waiting"],
  [
    "one that is not taken yet, and another try",
    [payment("authorized"), payment("created", later)],
    "waiting",
    "pay_1",
  ],
  ["one that failed", [payment("failed")], "failed"],
  ["one that was taken", [payment("captured")], "captured"],
  ["one that was given back in part", [payment("captured", { amount_refunded: 100 })], "captured"],
  ["one that was given back", [payment("refunded")], "refunded"],
  ["a failure and then success", [payment("failed"), payment("captured", later)], "captured", "pay_2"],
  ["success and then a failure", [payment("captured"), payment("failed", later)], "captured", "pay_1"],
  ["a failure and another try", [payment("failed"), payment("created", later)], "waiting", "pay_2"],
  ["two failures, the newer first", [payment("failed", later), payment("failed")], "failed", "pay_2"],
  ["one given back and then a failure", [payment("refunded"), payment("failed", later)], "failed", "pay_2"],
  ["less than was asked for", [payment("captured", { amount: 9_377 })], "other amount"],
  ["another currency", [payment("captured", { currency: "USD" })], "other amount"],
  [
    "too much, and then the right amount",
    [payment("captured", { amount: 1 }), payment("captured", later)],
    "captured",
    "pay_2",
  ],
  ["less than was asked for, not taken yet", [payment("authorized", { amount: 1 })], "waiting"],
  ["one of another order", [payment("captured", { order_id: "order_2" })], "foreign"],
  ["one of no order", [payment("captured", { order_id: null })], "foreign"],
])("%s", (_what, payments, is, id = payments[0]?.id) => {
  const judged = judgePayments(order, payments);
  expect([judged.is, "payment" in judged ? judged.payment.id : undefined]).toEqual([is, id]);
});

test("who was made to pay twice is counted, of whatever amount the other payment is", () => {
  const twice = judgePayments(order, [payment("captured"), payment("captured", later)]);
  expect(twice).toMatchObject({ is: "captured", payment: { id: "pay_1" }, others: 1 });
  const tooMuch = judgePayments(order, [payment("captured", { amount: 1 }), payment("captured", later)]);
  expect(tooMuch).toMatchObject({ is: "captured", payment: { id: "pay_2" }, others: 1 });
});
