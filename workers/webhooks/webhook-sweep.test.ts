import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ObjectId } from "mongodb";
import { Webhook as Verifier } from "standardwebhooks";
import { expect, test } from "vitest";
import { createRazorpay } from "#shared/payments/razorpay.server.ts";
import { createMovableClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { publishEvent } from "#shared/webhooks/publish-event.server.ts";
import { webhookEvents } from "#shared/webhooks/webhook-events.ts";
import { renewSecret } from "#shared/webhooks/webhook-secrets.server.ts";
import { startPaymentProvider } from "../../scripts/payment-provider/server.ts";
import { pythonPackages } from "../../scripts/testing/python-packages.ts";
import { createPaymentSweep } from "../payments/payment-sweep.ts";
import { held, secrets, setUpWebhooks } from "./testing/webhooks.fixture.ts";

const { mongo, far, heard, waiters, now, address, worker, addWebhook, publish, typesOf, waiting } = setUpWebhooks();
const keys = { keyId: "rzp_test", keySecret: "secret" };
const provider = setUp(
  () => startPaymentProvider({ ...keys, notices: () => null, paceMs: 3_600_000 }),
  ({ close }) => close(),
);

test("an event is posted with a signature that the standard's own library verifies; other types are not stored", async () => {
  const { secret } = await addWebhook();
  const order = new ObjectId();
  await publish("order.canceled", order);
  await publish("order.paid", order);

  await worker().sweep();
  await eventually(async () => expect(await waiting()).toBe(0));

  expect(heard).toHaveLength(1);
  const [{ body, headers } = { body: "", headers: {} }] = heard;
  const event = new Verifier(secret).verify(body, headers as Record<string, string>);
  expect(event).toMatchObject({ type: "order.paid", subject: { kind: "order", id: order.toHexString() } });
  expect(event).toMatchObject({ id: headers["webhook-id"], data: webhookEvents["order.paid"].example });
});

test("under another JWT_SECRET the previous one still signs; without it nothing is sent, and the log says why", async () => {
  const { secret } = await addWebhook();
  const { JWT_SECRET } = serviceConfig();
  const replaced = { ...serviceConfig(), JWT_SECRET: "the secret that replaces the other one" };
  await publish("order.paid", new ObjectId());
  const both = worker({ ...replaced, JWT_SECRET_PREVIOUS: JWT_SECRET });
  await both.sweep();
  await eventually(() => expect(heard).toHaveLength(1));
  const [{ body, headers } = { body: "", headers: {} }] = heard;
  new Verifier(secret).verify(body, headers as Record<string, string>);

  await eventually(async () => expect(await waiting()).toBe(0));
  // It would send the next one as well.
  await both.idle();
  await publish("order.paid", new ObjectId());
  await worker(replaced).sweep();

  await eventually(async () => {
    const [sent] = await mongo.collections.webhookDeliveries.find({ state: "waiting" }).toArray();
    expect(sent?.answer).toMatchObject({ status: null, error: expect.stringContaining("secret cannot be read") });
  });
  expect(heard).toHaveLength(1);
});

test("what a killed worker had taken is sent by another one", async () => {
  await addWebhook();
  const order = new ObjectId();
  await publish("order.paid", order);
  // As a worker leaves it that was killed between its claim and the post.
  await mongo.collections.webhookDeliveries.updateOne(
    { "subject.id": order },
    { $set: { nextAt: new Date(now() + 30_000) }, $inc: { attempts: 1 } },
  );
  far.ahead += 31_000;

  await worker().sweep();
  await eventually(() => expect(typesOf(order)).toEqual(["order.paid"]));
});

test("after a day of tries an event is given up and its webhook fails, until it takes another one", async () => {
  const { webhook } = await addWebhook();
  const order = new ObjectId();
  await publish("order.failed", order);
  far.answers = Array.from({ length: 100 }, () => 503);
  const sending = worker();
  const state = async () => (await mongo.collections.webhookDeliveries.findOne({ "subject.id": order }))?.state;
  const failing = async () => (await mongo.collections.webhooks.findOne({ _id: webhook._id }))?.failingSince;

  await eventually(async () => {
    await sending.sweep();
    far.ahead += 3_600_000;
    expect(await state()).toBe("failed");
  });
  await eventually(async () => expect(await failing()).toBeInstanceOf(Date));

  far.answers = [];
  await publish("order.paid", order);
  await sending.sweep();
  await eventually(async () => expect(await failing()).toBeNull());
  expect(typesOf(order)).toEqual(["order.paid"]);
});

test("what is read for the former address and not posted yet goes to the present one", async () => {
  const { webhook } = await addWebhook();
  far.answers = [held, held, held, held];
  for (let i = 0; i < 6; i += 1) await publish("order.paid", new ObjectId());
  await worker().sweep();
  await eventually(() => expect(waiters).toHaveLength(4));

  await mongo.collections.webhooks.updateOne({ _id: webhook._id }, { $set: { address: `${address()}/present` } });
  for (const answer of waiters.splice(0)) answer();

  await eventually(async () => expect(await waiting()).toBe(0));
  expect(far.paths).toEqual(["/events/present", "/events/present"]);
});

test("an order that nobody pays is canceled after a day, and the endpoint hears of it once", async () => {
  await addWebhook({ types: ["order.canceled", "order.failed"] });
  const orderedAt = new Date(now());
  const order = anOrder(aUser(), aMachine(), { time: orderedAt, nextCheckAt: orderedAt });
  const { id: providerOrderId } = provider.books.addOrder(order.netAmount, "INR", order.orderId);
  await mongo.collections.orders.insertOne({ ...order, providerOrderId });
  const clock = createMovableClock(orderedAt.getTime());
  const log = createLogger("workers", "silent");
  const parts = { mongo, databaseClock: clock, log, provider: createRazorpay({ baseUrl: provider.url, ...keys }) };
  const payments = [createPaymentSweep(parts), createPaymentSweep(parts)];
  const announced = async () => {
    await Promise.all(payments.map(({ sweep }) => sweep()));
    await worker().sweep();
    await eventually(async () => expect(await waiting()).toBe(0));
    return typesOf(order._id);
  };

  clock.advance(86_400_000 - 1);
  expect(await announced()).toEqual([]);
  clock.advance(1);
  expect(await announced()).toEqual(["order.canceled"]);
  expect(JSON.parse(heard[0]?.body ?? "{}").data.order).toMatchObject({ orderStatus: "payment canceled" });
  clock.advance(6 * 3_600_000);
  expect(await announced()).toEqual(["order.canceled"]);
});

test("what was published while its endpoint was removed goes as well", async () => {
  const { webhook } = await addWebhook();
  await publish("order.paid", new ObjectId());
  await mongo.collections.webhooks.deleteOne({ _id: webhook._id });

  await worker().sweep();

  expect(await mongo.collections.webhookDeliveries.countDocuments()).toBe(0);
});

test("after its secret was renewed both sign, for a day", async () => {
  const { webhook, secret: former } = await addWebhook();
  const { secret, sealedSecrets } = renewSecret(secrets(), webhook.sealedSecrets, now());
  await mongo.collections.webhooks.updateOne({ _id: webhook._id }, { $set: { sealedSecrets } });
  const signed = async () => {
    heard.length = 0;
    await publish("order.paid", new ObjectId());
    await worker().sweep();
    await eventually(() => expect(heard).toHaveLength(1));
    return String(heard[0]?.headers["webhook-signature"]).split(" ").length;
  };

  expect(await signed()).toBe(2);
  expect(former).not.toBe(secret);
  far.ahead += 86_400_001;
  expect(await signed()).toBe(1);
});

test("an event is due by MongoDB's clock, whatever the clock of the process says that published it", async () => {
  await addWebhook();
  const at = new Date(Date.now() + 3_600_000);
  const data = webhookEvents["order.paid"].example;
  const subject = new ObjectId();
  await mongo.inTransaction((dbSession) => publishEvent(mongo, dbSession, { type: "order.paid", subject, data, at }));

  await worker().sweep();

  await eventually(() => expect(typesOf(subject)).toEqual(["order.paid"]));
});

test("Python's own library of Standard Webhooks verifies what is posted", async ({ skip }) => {
  const packages = await pythonPackages("python-webhooks", join(import.meta.dirname, "testing/requirements.txt"));
  if (!packages) skip("there is no Python with pip, or no package registry");
  const { secret } = await addWebhook();
  await publish("order.paid", new ObjectId());
  await worker().sweep();
  await eventually(() => expect(heard).toHaveLength(1));

  const program = `import json, sys
from standardwebhooks.webhooks import Webhook
given = json.load(sys.stdin)
print(Webhook(given["secret"]).verify(given["body"], given["headers"])["type"])
try:
    Webhook(given["secret"]).verify(given["body"] + " ", given["headers"])
except Exception as error:
    print(type(error).__name__)`;
  const env = { ...process.env, PYTHONPATH: packages ?? "" };
  const input = JSON.stringify({ secret, ...heard[0] });
  expect(execFileSync("python3", ["-c", program], { env, input }).toString().split("\n")).toEqual([
    "order.paid",
    "WebhookVerificationError",
    "",
  ]);
});
