import { execFileSync } from "node:child_process";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { ObjectId } from "mongodb";
import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import { createSecrets } from "#shared/runtime/secrets.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { createEventPoster } from "#shared/webhooks/post-event.server.ts";
import { createAddressGuard } from "#shared/webhooks/private-addresses.server.ts";
import { publishEvent } from "#shared/webhooks/publish-event.server.ts";
import type { WebhookDocument } from "#shared/webhooks/webhook.document.server.ts";
import { webhookEvents } from "#shared/webhooks/webhook-events.ts";
import { renewSecret } from "#shared/webhooks/webhook-secrets.server.ts";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { pythonPackages } from "../../scripts/testing/python-packages.ts";
import { createWebhookSweep } from "./webhook-sweep.ts";

const log = createLogger("workers", "silent");
const mongo = setUpDatabase();
const heard: { body: string; headers: IncomingHttpHeaders }[] = [];
/** In place of a status: the connection is closed, or nothing is answered until the test says so. */
const [closed, held] = [-1, -2];
let answers: number[] = [];
const waiters: (() => void)[] = [];
/** The workers' clock is so far ahead of MongoDB's. */
let ahead = 0;
const now = () => Date.now() + ahead;
const databaseClock = { now };
const far = createServer((request, reply) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const status = answers.shift() ?? 204;
    if (status === closed) {
      request.socket.destroy();
      return;
    }
    if (status === held) {
      waiters.push(() => reply.writeHead(204).end());
      return;
    }
    if (status === 204) heard.push({ body: Buffer.concat(parts).toString(), headers: request.headers });
    reply.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end();
  });
});
const secrets = () => createSecrets(serviceConfig().JWT_SECRET);
const workers: ReturnType<typeof createWebhookSweep>[] = [];
const worker = (config = serviceConfig()) => {
  const made = createWebhookSweep({ mongo, databaseClock, log, config });
  workers.push(made);
  return made;
};

beforeAll(() => new Promise<void>((resolve) => far.listen(0, "127.0.0.1", resolve)));
afterEach(async () => {
  await Promise.all(workers.splice(0).map((one) => one.idle()));
  await mongo.collections.webhooks.deleteMany({});
  await mongo.collections.webhookDeliveries.deleteMany({});
  heard.length = 0;
  answers = [];
  ahead = 0;
});
afterAll(() => far.close());

const address = () => `http://127.0.0.1:${(far.address() as AddressInfo).port}/events`;
const addWebhook = async (more: Partial<WebhookDocument> = {}) => {
  const { secret, sealedSecrets } = renewSecret(secrets(), [], now());
  const webhook: WebhookDocument = {
    _id: new ObjectId(),
    address: address(),
    description: "",
    types: ["order.failed", "order.paid"],
    enabled: true,
    sealedSecrets,
    createdAt: new Date(),
    failingSince: null,
    rev: 0,
    ...more,
  };
  await mongo.collections.webhooks.insertOne(webhook);
  return { webhook, secret };
};
const publish = (type: "order.failed" | "order.paid" | "order.canceled", subject: ObjectId) =>
  mongo.inTransaction((dbSession) =>
    publishEvent(mongo, dbSession, { type, subject, data: webhookEvents[type].example, at: new Date() }),
  );
const typesOf = (subject: ObjectId) =>
  heard
    .map(({ body }) => JSON.parse(body))
    .filter((event) => event.subject.id === subject.toHexString())
    .map(({ type }) => type);
const waiting = () => mongo.collections.webhookDeliveries.countDocuments({ state: "waiting" });

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

test("an endpoint that answers 500 and 302 or closes the connection in between gets every event, in order for each subject", async () => {
  await addWebhook();
  const orders = Array.from({ length: 8 }, () => new ObjectId());
  for (const order of orders) {
    await publish("order.failed", order);
    await publish("order.paid", order);
  }
  answers = [500, 204, 302, closed, 204, 500, closed, 204, 500, 302];
  const sending = worker();

  await eventually(async () => {
    await sending.sweep();
    ahead += 60_000;
    expect(await waiting()).toBe(0);
  });

  for (const order of orders) expect(typesOf(order)).toEqual(["order.failed", "order.paid"]);
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
  ahead += 31_000;

  await worker().sweep();
  await eventually(() => expect(typesOf(order)).toEqual(["order.paid"]));
});

test("after a day of tries an event is given up and its webhook fails, until it takes another one", async () => {
  const { webhook } = await addWebhook();
  const order = new ObjectId();
  await publish("order.failed", order);
  answers = Array.from({ length: 100 }, () => 503);
  const sending = worker();
  const state = async () => (await mongo.collections.webhookDeliveries.findOne({ "subject.id": order }))?.state;
  const failing = async () => (await mongo.collections.webhooks.findOne({ _id: webhook._id }))?.failingSince;

  await eventually(async () => {
    await sending.sweep();
    ahead += 3_600_000;
    expect(await state()).toBe("failed");
  });
  await eventually(async () => expect(await failing()).toBeInstanceOf(Date));

  answers = [];
  await publish("order.paid", order);
  await sending.sweep();
  await eventually(async () => expect(await failing()).toBeNull());
  expect(typesOf(order)).toEqual(["order.paid"]);
});

test("a name that leads into this network is not connected to", async () => {
  const { port } = far.address() as AddressInfo;
  await addWebhook({ address: `https://localhost:${port}/events` });
  await publish("order.paid", new ObjectId());

  await worker({ ...serviceConfig(), trial: false }).sweep();

  await eventually(async () => {
    const sent = await mongo.collections.webhookDeliveries.findOne();
    expect(sent?.answer).toMatchObject({ status: null, error: expect.stringContaining("inside this network") });
  });
  expect(heard).toEqual([]);
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
  ahead += 86_400_001;
  expect(await signed()).toBe(1);
});

test("an endpoint that does not answer delays no other one, and gets its event again", async () => {
  const [slow] = [await addWebhook({ types: ["order.canceled"] }), await addWebhook({ address: `${address()}2` })];
  const [late, order] = [new ObjectId(), new ObjectId()];
  answers = [held];
  await publish("order.canceled", late);
  const sending = worker();
  await sending.sweep();
  await eventually(() => expect(waiters).toHaveLength(1));

  await publish("order.failed", order);
  await publish("order.paid", order);
  await sending.sweep();
  await eventually(() => expect(typesOf(order)).toEqual(["order.failed", "order.paid"]));
  const of = () => mongo.collections.webhookDeliveries.findOne({ webhook: slow.webhook._id });
  expect(await of()).toMatchObject({ state: "waiting", attempts: 1, answer: null });
  for (const answer of waiters.splice(0)) answer();
  await eventually(async () => expect(await of()).toMatchObject({ state: "delivered", attempts: 1 }));
});

test("an answer that comes too late does not count, and the log says so", async () => {
  const guard = createAddressGuard(["127.0.0.0/8"]);
  const post = createEventPoster({ guard, httpsOnly: false, timeoutMs: 50 });
  answers = [held];
  const { secret } = await addWebhook();
  const event = { id: "1", type: "ping" as const, timestamp: new Date().toISOString(), data: {} };
  const subject = { kind: "webhook" as const, id: new ObjectId().toHexString() };

  const answer = await post({ address: address(), secrets: [secret], event: { ...event, subject }, now: now() });

  expect(answer).toMatchObject({ status: null, error: "No answer within 0.05 s" });
  for (const late of waiters.splice(0)) late();
});

test("an endpoint that is dead for an hour gets everything afterwards, in order for each subject", async () => {
  await addWebhook();
  const orders = [new ObjectId(), new ObjectId(), new ObjectId()];
  for (const order of orders) await publish("order.failed", order);
  answers = Array.from({ length: 1_000 }, () => closed);
  const sending = worker();
  for (let minutes = 0; minutes < 60; minutes += 5) {
    await sending.sweep();
    ahead += 300_000;
  }
  await eventually(() => expect(answers.length).toBeLessThan(1_000));
  for (const order of orders) await publish("order.paid", order);
  expect(heard).toEqual([]);

  answers = [];
  await eventually(async () => {
    await sending.sweep();
    ahead += 600_000;
    expect(await waiting()).toBe(0);
  });
  for (const order of orders) expect(typesOf(order)).toEqual(["order.failed", "order.paid"]);
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
