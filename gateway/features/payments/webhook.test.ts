import { beforeEach, describe, expect, test } from "vitest";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { trialPayments } from "#shared/runtime/config-payments.ts";
import { profiled } from "#shared/runtime/testing/profiled.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import type { BehaviourName } from "../../../scripts/payment-provider/behaviours.ts";
import { gatewayOfTest } from "../../testing/gateway-under-test.ts";
import { setUpPaymentsFixture, webhookPath } from "../../testing/payments.fixture.ts";
import { signedNotice } from "../../testing/signed-notice.ts";

const fixture = setUpPaymentsFixture();
beforeEach(() => fixture.sendNotices(fixture.gateway));

const becomes = (order: OrderDocument, status: string) =>
  eventually(async () => expect((await fixture.now(order)).status).toBe(status));
const send = (body: string | object, headers: Record<string, string> = {}) =>
  fetch(`${fixture.gateway.url}/api/v1.2${webhookPath}`, signedNotice(body, headers));
const noticeOf = (order: OrderDocument, options: object = {}) => ({
  event: "payment.captured",
  payload: {
    payment: {
      entity: {
        id: "pay_claimed",
        order_id: order.providerOrderId,
        status: "captured",
        amount: order.netAmount,
        currency: "INR",
        ...options,
      },
    },
  },
});

describe("the provider's own notices:", () => {
  test.each<[BehaviourName, string]>([
    ["succeed", "payment successful"],
    ["fail", "payment failed"],
    ["notice ten times", "payment successful"],
    ["notices backwards", "payment successful"],
  ])("%s: %s, once", async (how, status) => {
    const order = await fixture.ordered();

    await fixture.pay(order, how);

    await becomes(order, status);
    const { steps } = await fixture.now(order);
    expect(steps.filter(({ what }) => what === "moved")).toHaveLength(1);
    expect(steps.find(({ what }) => what === "moved")?.source).toBe("webhook");
    expect(await fixture.cansOf(order)).toEqual(status === "payment failed" ? [0, 0, 0] : [2, 2, 1]);
    const [line] = await fixture.auditOf(order);
    expect(line?.[1]).toBe("provider");
  });

  test("a late yes, and money that goes back later", async () => {
    const [late, refunded] = [await fixture.ordered(), await fixture.ordered()];
    const first = await fixture.pay(late, "late");
    await becomes(late, "payment failed");
    await fixture.provider.advance(first.id);
    await fixture.provider.advance(first.id);
    await becomes(late, "payment successful");

    const second = await fixture.pay(refunded, "refunded");
    await becomes(refunded, "payment successful");
    await fixture.provider.advance(second.id);
    await eventually(async () => expect((await fixture.now(refunded)).flags).toEqual(["refunded by provider"]));
    expect(await fixture.cansOf(refunded)).toEqual([2, 2, 1]);
  });

  test.each<BehaviourName>(["notice wrongly signed", "notice by the old secret"])(
    "%s: nothing moves, and nothing of it is kept",
    async (how) => {
      const order = await fixture.ordered();
      const { id } = await fixture.pay(order, how);

      expect((await fixture.now(order)).status).toBe("processing");
      const { paymentEvents, unknownPayments } = fixture.gateway.stores;
      expect(await paymentEvents.countDocuments({ paymentId: id })).toBe(0);
      expect(await unknownPayments.countDocuments({ _id: id })).toBe(0);
    },
  );
});

describe("a notice", () => {
  test("only starts a verification: what it claims is not believed", async () => {
    const order = await fixture.ordered();

    expect((await send(noticeOf(order))).status).toBe(200);

    // It was verified: the sweep does so next in a minute, no longer in ten seconds.
    const { paymentEvents } = fixture.gateway.stores;
    expect(await paymentEvents.countDocuments({ providerOrderId: order.providerOrderId ?? "" })).toBe(1);
    await eventually(async () => {
      const { nextCheckAt, time } = await fixture.now(order);
      expect((nextCheckAt?.getTime() ?? 0) - time.getTime()).toBeGreaterThan(50_000);
    });
    expect((await fixture.now(order)).status).toBe("processing");
  });

  test("of an order that is not ours is kept, flagged and answered 200", async () => {
    const stranger = { ...(await fixture.ordered()), providerOrderId: "order_elsewhere" };

    const answers = await Promise.all(
      ["authorized", "captured"].map((status) => send(noticeOf(stranger, { id: "pay_elsewhere", status }))),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const kept = await fixture.gateway.stores.unknownPayments.find({ _id: "pay_elsewhere" }).toArray();
    expect(kept).toMatchObject([{ providerOrderId: "order_elsewhere", amount: 9_440, currency: "INR" }]);
    const figures = await (await fetch(`${fixture.gateway.url}/metrics`)).text();
    expect(figures).toMatch(/cansole_unknown_payments [1-9]/);
  });

  test.each([
    ["no JSON", "{"],
    ["another shape", { event: 7 }],
    ["about nothing", { event: "account.updated", payload: {} }],
  ])("with %s that the provider signed is taken, because it would be sent again for a day", async (_what, body) => {
    expect((await send(body)).status).toBe(200);
  });

  test.each<[string, Record<string, string>, number, string]>([
    ["with a wrong signature", { "x-razorpay-signature": "0".repeat(64) }, 401, "The signature is wrong"],
    ["with half a signature", { "x-razorpay-signature": "abc" }, 401, "The signature is wrong"],
    ["that is no JSON", { "content-type": "text/plain" }, 415, "The request's content type is not supported"],
  ])("%s is refused", async (_what, headers, status, error) => {
    const answer = await send(noticeOf(await fixture.ordered()), headers);
    expect([answer.status, await answer.json()]).toEqual([status, { success: false, code: expect.any(String), error }]);
  });

  test("with a wrong signature stands in the audit, once a minute however many come", async () => {
    const order = await fixture.ordered();
    for (let turn = 0; turn < 5; turn += 1) await send(noticeOf(order), { "x-razorpay-signature": "0".repeat(64) });

    const lines = await fixture.gateway.stores.audit.find({ verb: "payment.refused" }).toArray();
    expect(lines).toMatchObject([{ actor: { kind: "provider" }, reason: "A notice with a wrong signature" }]);
  });

  test("that was taken before is known by what a majority has: a primary that dies may have known it alone", async () => {
    const order = await fixture.ordered();
    await send(noticeOf(order));

    const [read] = await profiled(fixture.gateway.parts.mongo.db, () => send(noticeOf(order)), {
      op: "query",
      ns: /\.paymentEvents$/,
    });

    expect(read?.command.readConcern?.level).toBe("majority");
  });

  test("is dated by MongoDB's clock, whatever the gateway's own says", async () => {
    const env = { ...trialPayments, PAYMENT_BASE_URL: "http://127.0.0.1:9" };
    const gateway = await gatewayOfTest({ standingClock: true, env });
    gateway.clock.advance(3_600_000);
    const order = anOrder(aUser(), aMachine(), { providerOrderId: "order_Dated" });
    await gateway.stores.orders.insertOne(order);

    await fetch(`${gateway.url}/api/v1.2${webhookPath}`, signedNotice(noticeOf(order)));

    const { checkRequest } = (await gateway.stores.orders.findOne({ _id: order._id })) ?? {};
    const age = gateway.clock.now() - (checkRequest?.getTimestamp().getTime() ?? 0);
    expect(Math.floor(age / 1_000)).toBe(0);
  });

  test("whose process dies before it verified is taken over: the order is due at once", async () => {
    const order = await fixture.ordered({ nextCheckAt: new Date(Date.now() + 3_600_000) });
    await fixture.pay(order, "hung");

    // The provider delays its answer: this is what a process that is killed now leaves behind.
    const { nextCheckAt } = await fixture.now(order);
    expect((nextCheckAt?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now()).toBeLessThan(15_000);
  });
});
