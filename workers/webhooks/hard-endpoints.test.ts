import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { createEventPoster } from "#shared/webhooks/post-event.server.ts";
import { createAddressGuard } from "#shared/webhooks/private-addresses.server.ts";
import { createRandom } from "../../scripts/simulator/random.ts";
import { closed, held, setUpWebhooks, switched, taken } from "./testing/webhooks.fixture.ts";

const { mongo, far, heard, waiters, now, address, worker, addWebhook, publish, typesOf, waiting, ...webhooks } =
  setUpWebhooks();
const { killEndpoint, startEndpoint } = webhooks;

test("an endpoint that answers 500 half of the time, loses answers and is killed gets every event, in order for each subject", async () => {
  await addWebhook();
  const orders = Array.from({ length: 12 }, () => new ObjectId());
  for (const order of orders) {
    await publish("order.failed", order);
    await publish("order.paid", order);
  }
  const random = createRandom("endpoints");
  const others = [204, 204, 204, 302, closed, taken];
  far.answers = Array.from({ length: 60 }, () => (random.chance(0.5) ? 500 : random.pick(others)));
  const sending = worker();
  const sendUntil = (isSo: () => Promise<void> | void) =>
    eventually(async () => {
      await sending.sweep();
      far.ahead += 60_000;
      await isSo();
    });
  const tries = async () => {
    const all = await mongo.collections.webhookDeliveries.find().toArray();
    return all.reduce((sum, { attempts }) => sum + attempts, 0);
  };

  for (let kills = 0; kills < 3; kills += 1) {
    const before = heard.length;
    await sendUntil(() => expect(heard.length).toBeGreaterThan(before));
    await killEndpoint();
    const tried = await tries();
    await sendUntil(async () => expect(await tries()).toBeGreaterThan(tried));
    await startEndpoint();
  }
  await eventually(async () => {
    await sending.sweep();
    far.ahead += 600_000;
    expect(await waiting()).toBe(0);
  });

  for (const order of orders) {
    const types = typesOf(order);
    expect([...new Set(types)]).toEqual(["order.failed", "order.paid"]);
    // An event whose answer was lost comes again, and never after a later one.
    expect(types.toSorted()).toEqual(types);
  }
  expect(heard.length).toBeGreaterThan(2 * orders.length);
  expect(await mongo.collections.webhookDeliveries.countDocuments({ state: "delivered" })).toBe(2 * orders.length);
});

test("a name that leads into this network is not connected to", async () => {
  const { port } = new URL(address());
  await addWebhook({ address: `https://localhost:${port}/events` });
  await publish("order.paid", new ObjectId());

  await worker({ ...serviceConfig(), trial: false }).sweep();

  await eventually(async () => {
    const sent = await mongo.collections.webhookDeliveries.findOne();
    expect(sent?.answer).toMatchObject({ status: null, error: expect.stringContaining("inside this network") });
  });
  expect(heard).toEqual([]);
});

test("an endpoint that does not answer delays no other one, and gets its event again", async () => {
  const [slow] = [await addWebhook({ types: ["order.canceled"] }), await addWebhook({ address: `${address()}2` })];
  const [late, order] = [new ObjectId(), new ObjectId()];
  far.answers = [held];
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

test.each([
  ["an answer that comes too late", held, "No answer within 0.5 s"],
  ["an answer by another protocol", switched, "Not reached"],
])("%s does not count, and the log says so", async (_what, answered, error) => {
  const guard = createAddressGuard(["127.0.0.0/8"]);
  const post = createEventPoster({ guard, httpsOnly: false, timeoutMs: 500 });
  far.answers = [answered];
  const { secret } = await addWebhook();
  const event = { id: "1", type: "ping" as const, timestamp: new Date().toISOString(), data: {} };
  const subject = { kind: "webhook" as const, id: new ObjectId().toHexString() };

  const answer = await post({ address: address(), secrets: [secret], event: { ...event, subject }, now: now() });

  expect(answer).toMatchObject({ status: null, error });
  for (const late of waiters.splice(0)) late();
});

test("an endpoint that is dead for an hour gets everything afterwards, in order for each subject", async () => {
  await addWebhook();
  const orders = [new ObjectId(), new ObjectId(), new ObjectId()];
  for (const order of orders) await publish("order.failed", order);
  far.answers = Array.from({ length: 1_000 }, () => closed);
  const sending = worker();
  for (let minutes = 0; minutes < 60; minutes += 5) {
    await sending.sweep();
    far.ahead += 300_000;
  }
  await eventually(() => expect(far.answers.length).toBeLessThan(1_000));
  for (const order of orders) await publish("order.paid", order);
  expect(heard).toEqual([]);

  far.answers = [];
  await eventually(async () => {
    await sending.sweep();
    far.ahead += 600_000;
    expect(await waiting()).toBe(0);
  });
  for (const order of orders) expect(typesOf(order)).toEqual(["order.failed", "order.paid"]);
});
