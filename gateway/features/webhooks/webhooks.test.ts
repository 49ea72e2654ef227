import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ObjectId } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publishEvent } from "#shared/webhooks/publish-event.server.ts";
import { webhookEvents } from "#shared/webhooks/webhook-events.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator, signedInAt } from "../../testing/operator.ts";

const gateway = setUpGateway();
const admin = setUpOperator(gateway, "admin");
const far = createServer((request, reply) => request.resume().on("end", () => reply.writeHead(202).end()));
beforeAll(() => new Promise<void>((resolve) => far.listen(0, "127.0.0.1", resolve)));
afterAll(() => far.close());
let paths = 0;
const address = () => {
  paths += 1;
  return `http://127.0.0.1:${(far.address() as AddressInfo).port}/${paths}`;
};

test("a secret is answered once; what is stored, listed and audited is not it", async () => {
  const { status, body } = await admin.post("/webhooks", { address: address(), types: ["order.paid"] });

  expect([status, body.error]).toEqual([200, undefined]);
  expect(body.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  const listed = (await admin.get("/webhooks")).body;
  expect(listed.webhooks[0]).toEqual(body.webhook);
  const stored = await gateway.stores.webhooks.find().toArray();
  const audit = await gateway.stores.audit.find({ "record.collection": "webhooks" }).toArray();
  expect(JSON.stringify([listed, stored, audit])).not.toContain(body.secret.slice(6));
  expect(JSON.stringify(audit)).not.toContain(stored[0]?.sealedSecrets[0]?.box);
});

test("a test answers how the endpoint answered", async () => {
  const { webhook } = (await admin.post("/webhooks", { address: address() })).body;

  const { answer } = (await admin.post(`/webhooks/${webhook._id}/test`, {})).body;

  expect(answer).toMatchObject({ status: 202, error: null });
});

test.each(["http://10.1.2.3/", "http://169.254.169.254/latest", "http://[fd00::1]/", "http://0x0a000001/"])(
  "%s is refused: it leads into this network",
  async (inside) => {
    const { status, body } = await admin.post("/webhooks", { address: inside });
    expect([status, body.error]).toEqual([400, expect.stringContaining("leads into this network")]);
  },
);

test("what was given up is sent again, one or all since a moment, and stands in the log", async () => {
  const { webhook } = (await admin.post("/webhooks", { address: address(), types: ["order.paid"] })).body;
  const subject = new ObjectId();
  const at = new Date();
  const data = webhookEvents["order.paid"].example;
  await gateway.parts.mongo.inTransaction((dbSession) =>
    publishEvent(gateway.parts.mongo, dbSession, { type: "order.paid", subject, data, at }),
  );
  const fail = { state: "failed" as const, nextAt: null, attempts: 9 };
  const mine = { webhook: new ObjectId(webhook._id as string) };
  await gateway.stores.webhookDeliveries.updateOne(mine, { $set: fail });
  const log = async () => (await admin.get(`/webhooks/${webhook._id}/deliveries`)).body.deliveries;

  const [failed] = await log();
  expect(failed).toMatchObject({ type: "order.paid", state: "failed", attempts: 9 });
  const again = await admin.post(`/webhooks/${webhook._id}/deliveries/${failed._id}/again`, {});
  expect(again.body.delivery).toMatchObject({ state: "waiting", attempts: 0 });
  await gateway.stores.webhookDeliveries.updateOne(mine, { $set: fail });
  const since = new Date(at.getTime() - 1).toISOString();
  expect((await admin.post(`/webhooks/${webhook._id}/again`, { since })).body.count).toBe(1);
  expect((await log())[0]).toMatchObject({ state: "waiting" });
});

test.each(["https://example.com:0/", "https://example.com:00/"])(
  "%s is refused: nothing listens there",
  async (nowhere) => {
    const { status, body } = await admin.post("/webhooks", { address: nowhere });
    expect([status, body.error]).toEqual([400, "address: must name a port from 1 to 65535"]);
  },
);

test("staff neither see nor change webhooks", async () => {
  const staff = await signedInAt(gateway, "staff");
  for (const answer of [await staff.get("/webhooks"), await staff.post("/webhooks", { address: address() })])
    expect([answer.status, answer.body.error]).toEqual([403, "Only an admin may see or change webhooks"]);
});

test("the log is paged without a row left out, though all are of one millisecond, and shows one state alone", async () => {
  const { webhook } = (await admin.post("/webhooks", { address: address(), types: ["order.paid"] })).body;
  const createdAt = new Date("2026-11-22T09:30:00.000Z");
  await gateway.stores.webhookDeliveries.insertMany(
    Array.from({ length: 205 }, (_, at) => ({
      _id: new ObjectId(),
      webhook: new ObjectId(webhook._id as string),
      event: new ObjectId().toHexString(),
      type: "order.paid" as const,
      createdAt,
      subject: { kind: "order" as const, id: new ObjectId() },
      seq: 1,
      data: webhookEvents["order.paid"].example,
      state: at < 3 ? ("failed" as const) : ("delivered" as const),
      attempts: 1,
      nextAt: null,
      giveUpAt: createdAt,
      answer: null,
    })),
  );
  const read = async (query: string) => {
    const pages: { _id: string }[][] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body } = await admin.get(`/webhooks/${webhook._id}/deliveries?${query}${cursor && `&cursor=${cursor}`}`);
      pages.push(body.deliveries);
      cursor = body.nextCursor;
    }
    return pages;
  };

  const pages = await read("");
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 5]);
  expect(new Set(pages.flat().map(({ _id }) => _id)).size).toBe(205);
  expect((await read("state=failed")).map(({ length }) => length)).toEqual([3]);
  const { latest } = (await admin.get("/webhooks")).body;
  expect(latest).toContainEqual({ webhook: webhook._id, delivery: pages[0]?.[0] });
});

test("a delivery is read as it is posted; with its webhook it is gone, and is not sent any more", async () => {
  const { webhook } = (await admin.post("/webhooks", { address: address(), types: ["order.paid"] })).body;
  const subject = new ObjectId();
  const data = webhookEvents["order.paid"].example;
  await gateway.parts.mongo.inTransaction((dbSession) =>
    publishEvent(gateway.parts.mongo, dbSession, { type: "order.paid", subject, data, at: new Date() }),
  );
  const mine = { webhook: new ObjectId(webhook._id as string) };
  const stored = await gateway.stores.webhookDeliveries.findOne(mine);

  const { delivery, event } = (await admin.get(`/webhooks/${webhook._id}/deliveries/${stored?._id}`)).body;

  expect(delivery).toMatchObject({ state: "waiting", type: "order.paid" });
  expect(event).toMatchObject({ id: stored?.event, subject: { kind: "order", id: `${subject}` }, data });
  expect((await admin.delete(`/webhooks/${webhook._id}`)).status).toBe(200);
  expect(await gateway.stores.webhookDeliveries.countDocuments(mine)).toBe(0);
  expect((await admin.get(`/webhooks/${webhook._id}/deliveries/${stored?._id}`)).status).toBe(404);
});

test("there may be ten, also of calls at once; after one was removed another is added", async () => {
  const made: string[] = [];
  const add = async () => {
    const { status, body } = await admin.post("/webhooks", { address: address() });
    if (status === 200) made.push(body.webhook._id);
    return [status, body.error];
  };
  await Promise.all(Array.from({ length: 14 }, add));
  expect(await gateway.stores.webhooks.countDocuments()).toBe(10);

  expect(await add()).toEqual([409, "At most 10 webhooks are allowed: remove one first"]);
  await admin.delete(`/webhooks/${made[0]}`);
  expect(await add()).toEqual([200, undefined]);
});
