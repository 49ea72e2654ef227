import { describe, expect, test } from "vitest";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { setUpPaymentsFixture } from "../../testing/payments.fixture.ts";

const fixture = setUpPaymentsFixture();
const staff = setUpOperator(fixture);
const admin = setUpOperator(fixture, "admin");

const verify = (order: OrderDocument) => staff.put("/payment/verify-payment", { _id: `${order._id}` });
const saidOf = async (order: OrderDocument) => {
  const { status, flags } = await fixture.now(order);
  return [status, flags];
};

test.each<[string, string[]]>([
  ["once", []],
  ["and somebody edited it meanwhile", ["payment failed", "payment canceled"]],
])(
  "an order that was canceled for a refund which fails later is credited, and flagged for it, %s",
  async (_how, edits) => {
    const order = await fixture.ordered();
    const { id } = await fixture.pay(order, "succeed");
    const payment = fixture.provider.books.payments.get(id);
    if (!payment) throw new Error("the provider forgot a payment");
    fixture.provider.books.change(payment, { status: "refunded" });
    await verify(order);
    expect((await fixture.now(order)).status).toBe("payment canceled");
    for (const orderStatus of edits) await staff.put(`/orders/${order._id}`, { orderStatus, reason: "on the phone" });

    payment.refund = "failed";
    await verify(order);
    await verify(order);

    expect([...(await saidOf(order)), await fixture.cansOf(order)]).toEqual([
      "payment successful",
      ["refunded by provider"],
      [2, 2, 1],
    ]);
    const { steps } = await fixture.now(order);
    expect(steps.map(({ reason }) => reason)).toContain("refunded: nothing any more");
  },
);

describe("money of another amount that went back at the provider is flagged no more:", () => {
  const wronglyPaid = async () => {
    const order = await fixture.ordered();
    const { id } = await fixture.pay(order, "other amount");
    await verify(order);
    expect((await fixture.now(order)).flags).toEqual(["other amount"]);
    const payment = fixture.provider.books.payments.get(id);
    if (!payment) throw new Error("the provider forgot a payment");
    return { order, giveBack: () => fixture.provider.books.change(payment, { status: "refunded" }) };
  };

  test("of an order that nobody paid", async () => {
    const { order, giveBack } = await wronglyPaid();
    giveBack();
    await verify(order);
    expect(await saidOf(order)).toEqual(["payment canceled", []]);
  });

  test("of one that was paid rightly before, or after", async () => {
    const [before, after] = [await wronglyPaid(), await wronglyPaid()];
    before.giveBack();
    await fixture.pay(before.order, "succeed");
    await verify(before.order);
    await fixture.pay(after.order, "succeed");
    await verify(after.order);
    expect((await fixture.now(after.order)).flags).toEqual(["other amount", "paid twice"]);
    after.giveBack();
    await verify(after.order);

    for (const { order } of [before, after]) expect(await saidOf(order)).toEqual(["payment successful", []]);
  });
});

test("an order that was called paid without money, and then gets another amount, is flagged for that alone", async () => {
  const order = await fixture.ordered();
  await admin.put(`/orders/${order._id}`, { orderStatus: "payment successful", reason: "cash" });
  await verify(order);
  expect(await saidOf(order)).toEqual(["payment successful", ["no money at provider"]]);

  await fixture.pay(order, "other amount");
  await verify(order);

  expect(await saidOf(order)).toEqual(["payment successful", ["other amount"]]);
});
