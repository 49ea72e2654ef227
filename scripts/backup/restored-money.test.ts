import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { MongoClient } from "mongodb";
import { expect, onTestFinished, test } from "vitest";
import { createRazorpay } from "#shared/payments/razorpay.server.ts";
import { environment } from "#shared/runtime/config.ts";
import { trialPayments } from "#shared/runtime/config-payments.ts";
import { retentionOf } from "#shared/runtime/retention.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { addKey, openShop, placing } from "../../gateway/features/intake/testing/shop.ts";
import { startGatewayUnderTest, unhurried } from "../../gateway/testing/gateway-under-test.ts";
import { signedInAt } from "../../gateway/testing/operator.ts";
import { createPaymentSweep } from "../../workers/payments/payment-sweep.ts";
import type { BehaviourName } from "../payment-provider/behaviours.ts";
import { startPaymentProvider } from "../payment-provider/server.ts";
import { startPrivateServices } from "../testing/private-services.ts";
import { completeRestore } from "./complete-restore.ts";
import { openForBackups } from "./testing/opened.ts";

const stores = setUp(startPrivateServices);
const { PAYMENT_KEY_ID: keyId, PAYMENT_KEY_SECRET: keySecret, PAYMENT_WEBHOOK_SECRET: secret } = trialPayments;

test("a backup is restored while the provider has gone on: what it captured is credited, new money is listed, and a refund is found by Verify Payment; who was deleted meanwhile is deleted again", async () => {
  const client = await new MongoClient(stores.mongodbUri).connect();
  onTestFinished(() => client.close());
  const opened = await openForBackups(client, stores.mongodbUri, serviceConfig().JWT_SECRET);
  onTestFinished(opened.stop);
  let url = "";
  const target = () => ({ url: `${url}/api/v1.2/intake/payments/webhook`, secret, formerSecret: "" });
  const provider = await startPaymentProvider({ keyId, keySecret, notices: target, paceMs: 3_600_000 });
  onTestFinished(provider.close);
  const { database } = opened;
  const startGateway = async () => {
    const gateway = await startGatewayUnderTest({
      beside: { database, prefix: database },
      stores,
      limits: unhurried,
      env: { ...trialPayments, PAYMENT_BASE_URL: provider.url },
    });
    url = gateway.url;
    return gateway;
  };
  const before = await startGateway();
  const shop = await openShop(before.parts);
  const { key } = await addKey(before.parts, "customers");
  const ordered = async () => {
    const { body } = await placing(before, key)(shop.input(), randomUUID());
    return {
      id: `${body.order._id}`,
      providerOrderId: `${body.payment.providerOrderId}`,
      phone: `${body.order.user.phone}`,
    };
  };
  type Ordered = Awaited<ReturnType<typeof ordered>>;
  const pay = async ({ providerOrderId }: Ordered, how: BehaviourName) => {
    const payment = await provider.pay(providerOrderId, how);
    if (!payment) throw new Error("the provider has no such order");
    return payment;
  };
  const admin = await signedInAt(before, "admin");
  const statusOf = async ({ id }: Ordered, by = admin) => {
    const { order } = (await by.get(`/orders/${id}`)).body;
    return order && [order.orderStatus, order.flags];
  };
  const paid = ["payment successful", []];
  const untilPaid = (order: Ordered) => eventually(async () => expect(await statusOf(order)).toEqual(paid));
  /** As docs/operations.md says of a request that is gone: by the phone that the user's page shows. */
  const erase = async (gateway: typeof before, by: typeof admin, { phone }: Ordered) => {
    const asked = await gateway.request
      .post("/intake/account-deletion")
      .set({ "x-api-key": key, "idempotency-key": randomUUID() })
      .send({ phone });
    const path = `/account-deletion/${asked.body.request?._id}`;
    const { standing } = (await by.get(path)).body;
    return [standing?.cans, (await by.post(path, { standing })).status];
  };
  const [open, refunded, leaving] = [await ordered(), await ordered(), await ordered()];
  const payment = await pay(refunded, "refunded");
  await pay(leaving, "succeed");
  for (const one of [refunded, leaving]) await untilPaid(one);
  // As a minute later: of an order that is paid no further query is due.
  await before.stores.orders.updateMany(
    { status: "payment successful" },
    { $set: { nextCheckAt: null, checkRequest: null } },
  );

  const { to } = await opened.backUp();
  await pay(open, "succeed");
  const later = await ordered();
  const newPayment = await pay(later, "refunded");
  for (const one of [open, later]) await untilPaid(one);
  await provider.advance(payment.id);
  await eventually(async () => expect((await statusOf(refunded))?.[1]).toEqual(["refunded by provider"]));
  expect(await erase(before, admin, leaving)).toEqual([2, 200]);
  await before.stop();
  await opened.db.dropDatabase();
  await opened.restore(to);
  const redis = new Redis(stores.redisUrl);
  onTestFinished(() => redis.disconnect());
  const drifts = await completeRestore({
    mongodbUri: stores.mongodbUri,
    database,
    redis,
    prefix: database,
    timeZone: "Asia/Kolkata",
    retention: retentionOf(environment.parse({})),
    say: () => {},
  });

  const after = await startGateway();
  onTestFinished(after.stop);
  const { mongo, log } = after.parts;
  const again = await signedInAt(after, "admin");
  await after.stores.orders.updateMany({ nextCheckAt: { $ne: null } }, { $set: { nextCheckAt: new Date(0) } });
  const bank = createRazorpay({ baseUrl: provider.url, keyId, keySecret, timeoutMs: 20_000 });
  await createPaymentSweep({ mongo, log, provider: bank }).sweep();
  await provider.advance(newPayment.id);

  expect(drifts).toBe(0);
  expect([await statusOf(open, again), await statusOf(later, again)]).toEqual([paid, undefined]);
  await eventually(async () => {
    const { unknown } = (await again.get("/payment/review")).body;
    expect(unknown).toMatchObject([{ paymentId: newPayment.id, status: "refunded" }]);
  });
  expect(await statusOf(refunded, again)).toEqual(paid);
  expect((await again.put("/payment/verify-payment", { _id: refunded.id })).status).toBe(200);
  expect((await statusOf(refunded, again))?.[1]).toEqual(["refunded by provider"]);
  expect(await erase(after, again, leaving)).toEqual([2, 200]);
});
