import type { ObjectId } from "mongodb";
import { describe, expect, test, vi } from "vitest";
import type { OrderFlag, OrderStatus } from "#shared/orders/order-status.ts";
import { eventually } from "#shared/testing/eventually.ts";
import type { BehaviourName } from "../../../scripts/payment-provider/behaviours.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { setUpPaymentsFixture } from "../../testing/payments.fixture.ts";

const fixture = setUpPaymentsFixture();
const staff = setUpOperator(fixture, "admin");

const verify = (order: { _id: ObjectId }) => staff.put("/payment/verify-payment", { _id: order._id.toHexString() });
const shownState = ({ orderStatus, paymentId, flags }: { orderStatus: string; paymentId: string; flags: string[] }) => [
  orderStatus,
  paymentId !== "",
  flags,
];

describe("the provider's status of a payment, as an operator verifies it:", () => {
  test.each<[BehaviourName, OrderStatus]>([
    ["succeed", "payment successful"],
    ["fail", "payment failed"],
    ["never answered", "processing"],
    ["never captured", "payment successful"],
    ["capture refused", "processing"],
    ["refunded before", "payment canceled"],
    ["slow", "payment successful"],
  ])("%s: %s", async (how, orderStatus) => {
    const order = await fixture.ordered();
    const payment = await fixture.pay(order, how);

    const { status, body } = await verify(order);

    expect([status, shownState(body.order)]).toEqual([200, [orderStatus, true, []]]);
    expect(body.order.paymentId).toBe(payment.id);
    const isPaid = orderStatus === "payment successful";
    expect(await fixture.cansOf(order)).toEqual(isPaid ? [2, 2, 1] : [0, 0, 0]);
  });

  test("a failed attempt beside a captured one is no failure", async () => {
    const order = await fixture.ordered();
    await fixture.pay(order, "fail");
    expect((await verify(order)).body.order.orderStatus).toBe("payment failed");
    const { id } = await fixture.pay(order, "succeed");

    const { body } = await verify(order);

    expect(shownState(body.order)).toEqual(["payment successful", true, []]);
    expect(body.order.paymentId).toBe(id);
  });

  test("money that goes back while its payment is being verified is flagged at the next verification", async () => {
    const order = await fixture.ordered();
    const { id } = await fixture.pay(order, "slow");
    const { books } = fixture.provider;
    const requested = vi.spyOn(books, "ofOrder");
    // Sent at once, not when it is awaited.
    const first = verify(order).then((answer) => answer);
    // The answer is on its way, slowly: captured.
    await eventually(() => expect(requested.mock.results.length).toBeGreaterThan(1));
    requested.mockRestore();
    const payment = books.payments.get(id);
    if (!payment) throw new Error("the provider forgot a payment");
    books.change(payment, { status: "refunded" });

    const second = verify(order).then((answer) => answer);

    expect(shownState((await first).body.order)).toEqual(["payment successful", true, []]);
    expect(shownState((await second).body.order)).toEqual(["payment successful", true, ["refunded by provider"]]);
    expect(await fixture.cansOf(order)).toEqual([2, 2, 1]);
  });

  test("who was made to pay twice is credited once, and flagged", async () => {
    const order = await fixture.ordered();
    const { id } = await fixture.pay(order, "succeed");
    await fixture.pay(order, "succeed");

    const { body } = await verify(order);

    expect(shownState(body.order)).toEqual(["payment successful", true, ["paid twice"]]);
    expect(body.order.paymentId).toBe(id);
    expect(await fixture.cansOf(order)).toEqual([2, 2, 1]);
  });

  test("a bank that says yes late: failed, authorized, captured, and then it is paid", async () => {
    const order = await fixture.ordered();
    const { id } = await fixture.pay(order, "late");
    const states: string[] = [(await verify(order)).body.order.orderStatus];
    await fixture.provider.advance(id);
    states.push((await verify(order)).body.order.orderStatus);
    await fixture.provider.advance(id);
    states.push((await verify(order)).body.order.orderStatus);

    expect(states).toEqual(["payment failed", "payment successful", "payment successful"]);
    const { steps } = await fixture.now(order);
    expect(steps.map(({ what, reason }) => `${what} ${reason}`.trim())).toEqual([
      "created",
      "moved failed: Payment was declined by the bank",
      "moved captured",
      "credited",
    ]);
    expect(await fixture.cansOf(order)).toEqual([2, 2, 1]);
  });

  test("of an account that was deleted no authorized payment is captured: it goes back by itself", async () => {
    const order = await fixture.ordered({ status: "payment failed" });
    await fixture.gateway.stores.users.updateOne({ _id: order.user }, { $set: { deletedAt: new Date() } });
    await fixture.pay(order, "never captured");

    const { body } = await verify(order);

    expect(shownState(body.order)).toEqual(["payment failed", true, []]);
    expect(await fixture.cansOf(order)).toEqual([0, 0, 0]);
  });

  test("what is captured for one is credited, flagged, and owed to nobody: it is written off at once", async () => {
    const { users, deposits, depositRows } = fixture.gateway.stores;
    const order = await fixture.ordered({ status: "payment failed", freeDeposits: 2, securityDeposit: 5_000 });
    await users.updateOne({ _id: order.user }, { $set: { deletedAt: new Date() } });
    await fixture.pay(order, "succeed");

    const { body } = await verify(order);

    expect(shownState(body.order)).toEqual(["payment successful", true, ["account deleted"]]);
    expect(await fixture.cansOf(order)).toEqual([0, 0, 2]);
    const nothing = { securityDeposit: 0, freeDeposit: 0 };
    expect(await deposits.findOne({ _id: order.user })).toMatchObject(nothing);
    const rows = await depositRows.find({ user: order.user }).toArray();
    expect(rows.map(({ freeDeposit, reason }) => [freeDeposit, reason])).toEqual([
      [2, `Order ${order.orderId}`],
      [-2, "Account deleted"],
    ]);
  });

  test.each<[BehaviourName, string]>([
    ["refunded", "refunded: INR 94.40"],
    ["partly refunded", "refunded: INR 1.00"],
  ])("%s after it was paid: recorded, nothing is debited", async (how, reason) => {
    const order = await fixture.ordered();
    const { id } = await fixture.pay(order, how);
    await verify(order);
    await fixture.provider.advance(id);

    const answers = [await verify(order), await verify(order)];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { status, flags, steps } = await fixture.now(order);
    expect([status, flags]).toEqual(["payment successful", ["refunded by provider"]]);
    expect(steps.slice(-2).map((step) => [step.what, step.reason])).toEqual([
      ["payment", reason],
      ["flagged", "refunded by provider"],
    ]);
    expect(await fixture.cansOf(order)).toEqual([2, 2, 1]);
    expect((await fixture.auditOf(order)).map(([verb]) => verb)).toEqual(["order.credited", "order.flagged"]);
  });

  test("an order that nobody tried to pay stays, and the operator is notified", async () => {
    const answer = await verify(await fixture.ordered());
    expect([answer.status, answer.body.error, answer.body.order.orderStatus]).toEqual([
      409,
      "The payment provider knows no payment of this order yet",
      "processing",
    ]);
  });
});

const nonsense = "The payment provider sent an answer that cannot be understood";
const onTop =
  "The payment provider captured INR 96.76, the order asks for INR 94.40: the customer paid its fee as well (its setting Fee Bearer)";
const foreign = "The payment provider names a payment of another order";

describe("what cannot be concluded leaves the order as it is, says why and stands in the audit:", () => {
  test.each<[BehaviourName, number, string, OrderFlag[]]>([
    ["other amount", 409, "The payment provider captured INR 94.39, the order asks for INR 94.40", ["other amount"]],
    ["other currency", 409, "The payment provider captured USD 94.40, the order asks for INR 94.40", ["other amount"]],
    ["fee on top", 409, onTop, ["other amount"]],
    ["other order", 409, foreign, []],
    ["unknown status", 409, nonsense, []],
    ["page", 409, nonsense, []],
    ["busy", 503, "The payment provider is busy: try again shortly", []],
    ["broken", 503, "The payment provider answers 502", []],
    ["cut", 503, "The payment provider cannot be reached", []],
    ["hung", 503, "The payment provider cannot be reached", []],
  ])("%s", async (how, expected, error, flags) => {
    const order = await fixture.ordered();
    await fixture.pay(order, how);

    const { status, body } = await verify(order);

    expect([status, body.error]).toEqual([expected, error]);
    expect(shownState(body.order)).toEqual(["processing", false, flags]);
    expect(await fixture.cansOf(order)).toEqual([0, 0, 0]);
    const verb = flags.length > 0 ? "order.flagged" : "order.unverified";
    expect(await fixture.auditOf(order)).toEqual([[verb, "operator", error]]);
  });
});

describe("what is refused", () => {
  test.each([
    [{}, 400, "_id: is required"],
    [{ _id: "x" }, 400, "_id: must be an id of 24 hexadecimal digits"],
    [{ _id: { $ne: null } }, 400, "_id: expected string, received object"],
    [{ _id: "0123456789abcdef01234567", paid: true }, 400, "Unknown field: paid"],
    [{ _id: "0123456789abcdef01234567" }, 404, "There is no order 0123456789abcdef01234567"],
  ])("%j", async (body, status, error) => {
    const answer = await staff.put("/payment/verify-payment", body);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });

  test("an order that never reached the provider, and one that it does not know", async () => {
    const lone = await verify(await fixture.ordered({ providerOrderId: null }));
    const unknown = await verify(await fixture.ordered({ providerOrderId: "order_unknown" }));

    expect([lone.status, lone.body.error]).toEqual([
      409,
      "This order never reached the payment provider: nothing can be paid for it",
    ]);
    expect([unknown.status, unknown.body.error]).toEqual([409, "The payment provider does not know this order"]);
    expect(unknown.body.order.orderStatus).toBe("processing");
  });
});

test("100 verifications of one order at once get the same answer; it is credited once, and the provider is called a few times", async () => {
  const order = await fixture.ordered();
  await fixture.pay(order, "succeed");

  const answers = await Promise.all(Array.from({ length: 100 }, () => verify(order)));

  expect(new Set(answers.map(({ status, body }) => `${status} ${body.order?.orderStatus}`))).toEqual(
    new Set(["200 payment successful"]),
  );
  expect(await fixture.cansOf(order)).toEqual([2, 2, 1]);
});

test("what somebody must look at is listed and counted", async () => {
  const flagged = await fixture.ordered();
  await fixture.pay(flagged, "other amount");
  await verify(flagged);
  const old = await fixture.ordered({ time: new Date(Date.now() - 26 * 3_600_000) });

  const { body } = await staff.get("/payment/review");

  expect(body.flagged.map(({ _id }: { _id: string }) => _id)).toContain(flagged._id.toHexString());
  expect(body.flaggedCount).toBe(body.flagged.length);
  expect(body.stuck.map(({ _id }: { _id: string }) => _id)).toEqual([old._id.toHexString()]);
  expect([body.stuckCount, body.unknownCount, body.unknown]).toEqual([1, 0, []]);
  const figures = await (await fetch(`${fixture.gateway.url}/metrics`)).text();
  expect(figures).toMatch(/cansole_orders_processing\{longer_than="25h"\} 1\n/);
  expect(figures).toMatch(/cansole_orders_flagged\{flag="other amount"\} [1-9]/);
});
