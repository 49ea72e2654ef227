import { afterAll, beforeAll, expect, test } from "vitest";
import { createRazorpay } from "#shared/payments/razorpay.server.ts";
import type { Clock } from "#shared/runtime/clock.ts";
import { trialPayments } from "#shared/runtime/config-payments.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { type GatewayUnderTest, startGatewayUnderTest } from "../../gateway/testing/gateway-under-test.ts";
import { type SignedInOperator, signedInAt } from "../../gateway/testing/operator.ts";
import { setUpPaymentsFixture } from "../../gateway/testing/payments.fixture.ts";
import { createPaymentSweep } from "../../workers/payments/payment-sweep.ts";

let second: GatewayUnderTest;
let operators: SignedInOperator[];
const fixture = setUpPaymentsFixture();
beforeAll(async () => {
  const { env, gateway } = fixture;
  second = await startGatewayUnderTest({ env, beside: gateway });
  operators = await Promise.all([gateway, second].map((one) => signedInAt(one, "admin")));
});
afterAll(() => second?.stop());

test("500 who call one order paid at once, from two gateways, by edit, verification, notice and sweep: credited once", async () => {
  const { mongo } = fixture.gateway.parts;
  const order = await fixture.ordered({ nextCheckAt: new Date(0) });
  const id = order._id.toHexString();
  const provider = createRazorpay({
    baseUrl: fixture.provider.url,
    keyId: trialPayments.PAYMENT_KEY_ID,
    keySecret: trialPayments.PAYMENT_KEY_SECRET,
  });
  const sweepAt = (databaseClock?: Clock) =>
    createPaymentSweep({ mongo, databaseClock, log: createLogger("workers", "silent"), provider });
  const sweeps = [sweepAt(), sweepAt()];
  fixture.sendNotices(second);

  const [notices, answers] = await Promise.all([
    fixture.pay(order, "notice ten times"),
    Promise.all(
      Array.from({ length: 490 }, (_, turn) => {
        const operator = operators[turn % 2] as SignedInOperator;
        return turn % 4 < 2
          ? operator.put(`/orders/${id}`, { orderStatus: "payment successful", reason: "seen at the bank" })
          : operator.put("/payment/verify-payment", { _id: id });
      }),
    ),
    ...sweeps.map(({ sweep }) => sweep()),
  ]);

  expect(new Set(answers.map(({ status, body }) => `${status} ${body.order?.orderStatus}`))).toEqual(
    new Set(["200 payment successful"]),
  );
  // Whichever was first: in the end the order names its payment, and no query is left.
  const later = sweepAt({ now: () => Date.now() + 120_000 });
  await eventually(async () => {
    await later.sweep();
    expect(await fixture.now(order)).toMatchObject({ paymentId: notices.id, flags: [], nextCheckAt: null });
  });
  const { steps } = await fixture.now(order);
  expect(steps.filter(({ what }) => what === "credited" || what === "moved")).toHaveLength(2);
  expect(await fixture.cansOf(order)).toEqual([2, 2, 1]);
  expect((await fixture.auditOf(order)).filter(([verb]) => verb === "order.credited")).toHaveLength(1);
});
