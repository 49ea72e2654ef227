import { describe, expect, test } from "vitest";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { eventually } from "#shared/testing/eventually.ts";
import type { BehaviourName } from "../../../scripts/payment-provider/behaviours.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { setUpPaymentsFixture, webhookPath } from "../../testing/payments.fixture.ts";
import { signedNotice } from "../../testing/signed-notice.ts";

const fixture = setUpPaymentsFixture();
const staff = setUpOperator(fixture);
const colleague = setUpOperator(fixture);

const verify = (order: OrderDocument) => staff.put("/payment/verify-payment", { _id: `${order._id}` });
const settle = async (order: OrderDocument) => {
  const { flags } = await fixture.now(order);
  if (flags.length === 0) return;
  const { status } = await staff.post(`/payment/review/${order._id}`, { flags, reason: "looked after" });
  expect(status).toBe(200);
};
const stateOf = async (order: OrderDocument) => {
  const { status, flags, settledFlags = [], steps } = await fixture.now(order);
  return { status, flags, settledFlags, steps: steps.length, cans: await fixture.cansOf(order) };
};
const saidOf = async (order: OrderDocument) => {
  const { status, flags, steps } = await fixture.now(order);
  return [status, flags, steps.slice(1).map(({ what, reason }) => `${what} ${reason}`.trim())];
};
const anHour = 3_600_000;

describe("a payment that is authorized and cannot be captured", () => {
  test("is flagged a day later, the order canceled; once the money went back the flag is gone", async () => {
    const order = await fixture.ordered({ time: new Date(Date.now() - 24 * anHour) });
    const { id } = await fixture.pay(order, "capture refused");

    await verify(order);

    const held = ["moved authorized", "payment authorized", "flagged not captured"];
    expect(await saidOf(order)).toEqual(["payment canceled", ["not captured"], held]);
    await fixture.provider.advance(id);
    await verify(order);
    expect((await saidOf(order)).slice(0, 2)).toEqual(["payment canceled", []]);
  });

  test("younger than a day it waits, without a flag", async () => {
    const order = await fixture.ordered({ time: new Date(Date.now() - 23 * anHour) });
    await fixture.pay(order, "capture refused");
    await verify(order);
    expect((await saidOf(order)).slice(0, 2)).toEqual(["processing", []]);
  });

  test("looked after, it is not flagged again by the same fact", async () => {
    const order = await fixture.ordered({ time: new Date(Date.now() - 25 * anHour) });
    await fixture.pay(order, "capture refused");
    await verify(order);
    await settle(order);
    const before = await stateOf(order);
    await verify(order);
    expect(await stateOf(order)).toEqual(before);
  });
});

describe("a dispute", () => {
  /** The provider's notices of the dispute, as they come; no operator verifies by hand. */
  const heard = async (order: OrderDocument, payment: string, word: string) => {
    await fixture.provider.advance(payment);
    await eventually(async () =>
      expect((await fixture.now(order)).steps.map(({ reason }) => reason)).toContain(`dispute ${word}: INR 94.40`),
    );
  };

  test.each<[BehaviourName, string, string[]]>([
    ["disputed", "lost", ["disputed"]],
    ["dispute won", "won", []],
  ])("%s: is shown and flagged, debits nothing, and the order stays paid", async (how, end, flags) => {
    fixture.sendNotices(fixture.gateway);
    const order = await fixture.ordered();
    const { id } = await fixture.pay(order, how);
    await eventually(async () => expect((await fixture.now(order)).status).toBe("payment successful"));

    await heard(order, id, "open");
    expect((await saidOf(order)).slice(0, 2)).toEqual(["payment successful", ["disputed"]]);
    await heard(order, id, end);

    await eventually(async () => expect((await fixture.now(order)).flags).toEqual(flags));
    expect([(await fixture.now(order)).status, await fixture.cansOf(order)]).toEqual(["payment successful", [2, 2, 1]]);
    fixture.sendNotices(null);
  });

  test("of money that pays for nothing is flagged as well", async () => {
    const order = await fixture.ordered();
    const { id } = await fixture.pay(order, "other amount");
    const payment = fixture.provider.books.payments.get(id);
    if (!payment) throw new Error("the provider forgot a payment");
    const { id: dispute } = fixture.provider.books.dispute(payment, "open");
    await fixture.gateway.stores.orders.updateOne({ _id: order._id }, { $set: { disputes: [dispute] } });

    await verify(order);
    const open = await saidOf(order);
    fixture.provider.books.dispute(payment, "won");
    await verify(order);

    expect(open.slice(0, 2)).toEqual(["processing", ["other amount", "disputed"]]);
    expect((await saidOf(order)).slice(0, 2)).toEqual(["processing", ["other amount"]]);
  });

  test("is flagged again where it is the second of one payment, though somebody has looked after the first", async () => {
    const order = await fixture.ordered();
    const { id: payment_id } = await fixture.pay(order, "succeed");
    const ids = ["disp_later", "disp_first"];
    for (const id of ids)
      fixture.provider.books.disputes.set(id, { id, payment_id, amount: 9_440, currency: "INR", status: "open" });
    const isFlaggedAfter = async (id: string) => {
      const payment = {
        id: payment_id,
        order_id: order.providerOrderId,
        status: "captured",
        amount: 9_440,
        currency: "INR",
      };
      const body = {
        event: "payment.dispute.created",
        payload: { payment: { entity: payment }, dispute: { entity: { id } } },
      };
      const notice = signedNotice(body, { "x-razorpay-event-id": `evt_${order._id}_${id}` });
      expect((await fetch(`${fixture.gateway.url}/api/v1.2${webhookPath}`, notice)).status).toBe(200);
      await eventually(async () => expect((await fixture.now(order)).flags).toEqual(["disputed"]));
    };
    await isFlaggedAfter("disp_first");
    await settle(order);
    await verify(order);
    expect((await saidOf(order)).slice(0, 2)).toEqual(["payment successful", []]);

    await isFlaggedAfter("disp_later");

    expect((await fixture.now(order)).steps.map(({ reason }) => reason)).toContain("dispute 2 open: INR 94.40");
  });

  test("that the provider knows no more takes no other fact away", async () => {
    const order = await fixture.ordered({ disputes: ["disp_forgotten"] });
    await fixture.pay(order, "succeed");
    expect((await verify(order)).body.order).toMatchObject({ orderStatus: "payment successful", flags: [] });
  });
});

describe("an old notice that is delivered again", () => {
  const events = ["authorized", "captured", "failed", "dispute.created"].map((word) => `payment.${word}`);
  const all = [...events, "order.paid", "refund.created", "refund.processed"];

  const deliver = async (order: OrderDocument, event: string, eventId: string) => {
    const entity = {
      id: "pay_old",
      order_id: order.providerOrderId,
      status: event.split(".")[1],
      amount: order.netAmount,
      currency: "INR",
    };
    const body = { event, payload: { payment: { entity } } };
    const sentAt = Date.now();
    const sent = await fetch(
      `${fixture.gateway.url}/api/v1.2${webhookPath}`,
      signedNotice(body, { "x-razorpay-event-id": eventId }),
    );
    expect(sent.status).toBe(200);
    // Acted on: its order, where there is one, is queried next in a minute, and no longer in ten seconds.
    await eventually(async () => {
      const { nextCheckAt } = await fixture.now(order);
      expect(nextCheckAt?.getTime() ?? Number.POSITIVE_INFINITY).toBeGreaterThan(sentAt + 30_000);
    });
  };

  const states: [string, BehaviourName, Partial<OrderDocument>, number][] = [
    ["an order that is paid", "succeed", {}, 0],
    ["one that failed", "fail", {}, 0],
    ["one that was canceled a day later", "never answered", { time: new Date(Date.now() - 25 * anHour) }, 0],
    ["one whose money went back before it was paid", "refunded before", {}, 0],
    ["one whose money went back, and somebody has looked after it", "refunded", {}, 1],
    ["one of which a part went back, and somebody has looked after it", "partly refunded", {}, 1],
    ["one of another amount, and somebody has looked after it", "other amount", {}, 0],
    ["one that was never captured, and somebody has looked after it", "capture refused", { time: new Date(0) }, 0],
  ];
  test.each(states)("moves nothing backwards and reopens nothing of %s", async (_what, how, options, later) => {
    const order = await fixture.ordered(options);
    const { id } = await fixture.pay(order, how);
    await verify(order);
    for (let turn = 0; turn < later; turn += 1) await fixture.provider.advance(id);
    await verify(order);
    await settle(order);
    const before = await stateOf(order);

    for (const event of all) {
      await deliver(order, event, `evt_${order._id}`);
      await deliver(order, event, `evt_${order._id}_${event.replace(".", "_")}`);
    }

    expect(await stateOf(order)).toEqual(before);
  });

  test("of a payment of no order neither moves it backwards nor back into the list", async () => {
    const stranger = { ...(await fixture.ordered()), providerOrderId: "order_of_nobody" };
    const { unknownPayments } = fixture.gateway.stores;
    for (const event of ["payment.authorized", "payment.captured"])
      await deliver(stranger, event, `evt_no_${event[8]}`);
    await staff.post("/payment/unknown/pay_old", { status: "captured", reason: "given back" });
    const [before] = await unknownPayments.find({ _id: "pay_old" }).toArray();

    await deliver(stranger, "payment.authorized", "evt_no_other");
    await deliver(stranger, "payment.failed", "evt_no_third");

    const [after] = await unknownPayments.find({ _id: "pay_old" }).toArray();
    expect([after?.status, after?.settled]).toEqual(["captured", before?.settled]);
    expect(before?.settled).toBeDefined();
  });
});

test("words that were used for an earlier flag of an order are no repeated call", async () => {
  const order = await fixture.ordered({ flags: ["paid twice"] });
  const resolve = (body: object, by = staff) => by.post(`/payment/review/${order._id}`, body);
  await resolve({ flags: ["paid twice"], reason: "Checked" });
  await fixture.gateway.stores.orders.updateOne({ _id: order._id }, { $set: { flags: ["disputed"] } });
  const steps = (await fixture.now(order)).steps.length;
  await resolve({ flags: ["disputed"], reason: "Given back", steps }, colleague);

  const late = await resolve({ flags: ["disputed"], reason: "Checked", steps });

  expect(late.status).toBe(409);
});
