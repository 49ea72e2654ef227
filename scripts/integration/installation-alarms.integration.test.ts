import { once } from "node:events";
import { Queue } from "bullmq";
import { beforeAll, expect, inject, onTestFinished, test } from "vitest";
import type { AlarmKind } from "#shared/alarms/alarm.schema.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { connectRedis } from "#shared/runtime/redis.ts";
import { keysOfTests } from "#shared/runtime/testing/redis-of-tests.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { aContainer } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { startGateway } from "../../gateway/start.ts";
import { setUpAlarms } from "../../workers/alarms/testing/alarms.fixture.ts";
import { forkWorkers } from "../../workers/control-units/testing/fork-workers.ts";
import { shareDatabase } from "../migrate/testing/test-databases.ts";

const app = setUpAlarms({ workers: 1 });
// What a killed process had begun, the server may end after it.
beforeAll(() => void shareDatabase(app.mongo.db.databaseName));

const states = async (kind: AlarmKind) => (await app.of(kind)).map(({ state, words }) => ({ state, words }));

test("a worker that was killed is an alarm until another one has started", async () => {
  // The killed one evaluates no alarms: for its clock the others looked in the future.
  await app.minutes(5);
  const { processes } = app.collections;
  await eventually(async () => expect(await processes.countDocuments({})).toBe(1));
  const [own] = await processes.find().toArray();
  const child = await forkWorkers({ database: app.mongo.db.databaseName, prefix: app.prefix });
  await eventually(async () => expect(await processes.countDocuments({})).toBe(2));
  await app.minutes(1);
  expect(await states("process-gone")).toEqual([]);

  child.kill("SIGKILL");
  await once(child, "exit");
  const killed = await processes.findOne({ _id: { $ne: own?._id } });
  await processes.updateMany({}, { $set: { startedAt: new Date(0) } });
  const silentFor = (ms: number) =>
    processes.updateOne({ _id: killed?._id }, { $set: { seenAt: new Date(Date.now() - ms) } });
  // As after MongoDB was away, when all of them are silent for this long.
  await silentFor(40_000);
  await app.minutes(1);
  expect(await states("process-gone")).toEqual([]);
  await silentFor(91_000);
  await app.minutes(1);
  const words = `A worker on ${killed?.host} gives no sign of life`;
  expect(await states("process-gone")).toEqual([{ state: "open", words }]);

  await app.startWorker();
  await eventually(async () => expect(await processes.countDocuments({})).toBe(3));
  await app.minutes(1);
  expect(await states("process-gone")).toEqual([{ state: "cleared", words }]);
});

test("after a pause of all workers a process that does not report yet is an alarm only two minutes later", async () => {
  const own = await eventually(async () => {
    const found = await app.collections.processes.findOne();
    if (!found) throw new Error("one reports itself");
    return found;
  });
  const old = new Date(Date.now() - 3_600_000);
  await app.collections.processes.insertOne({ ...own, _id: "old", kind: "gateway", startedAt: old, seenAt: old });
  onTestFinished(async () => void (await app.collections.processes.deleteOne({ _id: "old" })));
  const ofGateways = async () => (await states("process-gone")).filter(({ words }) => words.startsWith("A gateway"));

  app.clock.advance(90_000);
  await app.pass(2_000);
  await app.minutes(1);
  expect(await ofGateways()).toEqual([]);
  await app.minutes(2);
  expect(await ofGateways()).toMatchObject([{ state: "open" }]);
});

test("a job that waits in its queue for long is an alarm until it is done", async () => {
  const connection = connectRedis(inject("redisUrl"), "patient", createLogger("test", "silent"));
  const queue = new Queue("housekeeping", { connection, prefix: keysOfTests(app.prefix).queue("housekeeping") });
  onTestFinished(async () => {
    await queue.resume();
    await queue.close();
    connection.disconnect();
  });
  await queue.pause();
  await queue.add("secrets.forget", {}, { timestamp: Date.now() - 6 * 60_000 });
  await app.minutes(1);
  expect(await states("queue-late")).toEqual([{ state: "open", words: "Jobs wait in housekeeping" }]);

  await queue.resume();
  await eventually(async () => expect(await queue.getWaitingCount()).toBe(0));
  await app.minutes(1);
  expect(await states("queue-late")).toMatchObject([{ state: "cleared" }]);
});

const openGateway = async () => {
  const options = { database: app.mongo.db.databaseName, prefix: app.prefix, port: 0, mqttPort: 0 };
  const gateway = await startGateway(serviceConfig(), { ...options, log: createLogger("gateway", "silent") });
  onTestFinished(gateway.stop);
  return gateway;
};
const repairedBy = (count: number) =>
  eventually(
    async () =>
      expect(await app.collections.processes.find({ kind: "gateway" }).toArray()).toMatchObject([
        { stockRepaired: count },
      ]),
    { timeout: 60_000 },
  );

test("stock in Redis that was not the database's is an alarm, until none needs a repair any more", async () => {
  const [heard] = await app.plant(1);
  if (!heard) throw new Error("one was planted");
  await app.collections.containers.insertOne(aContainer(heard.machine, 1));
  const gateway = await openGateway();
  const { redis, keys } = gateway.parts;
  await repairedBy(0);
  await eventually(async () => {
    await redis.hset(
      keys.stock(heard.machine._id.toHexString()),
      "stock",
      '{"available":{"Cola":99},"reserved":[],"containers":["7"]}',
    );
    expect((await gateway.stock?.check())?.drifted).toBe(1);
  });
  await eventually(
    async () =>
      expect((await app.collections.processes.findOne({ kind: "gateway" }))?.stockRepaired).toBeGreaterThan(0),
    { timeout: 60_000 },
  );
  await app.minutes(1);
  const words = "Stock in Redis differed from the database";
  expect(await states("stock-drift")).toEqual([{ state: "open", words }]);

  await gateway.stop();
  await app.minutes(1);
  // Without a gateway nobody knows: what is open stays.
  expect(await states("stock-drift")).toEqual([{ state: "open", words }]);
  await openGateway();
  await repairedBy(0);
  await app.minutes(1);
  expect(await states("stock-drift")).toEqual([{ state: "cleared", words }]);
});

test("one of the workers stores the figures once each five minutes", async () => {
  await eventually(async () => expect(await app.collections.healthSamples.countDocuments({})).toBeGreaterThan(0));
  const samples = await app.collections.healthSamples.find().toArray();
  expect(new Set(samples.map(({ at }) => at.getTime() % 300_000))).toEqual(new Set([0]));
  expect(samples[0]?.figures).toMatchObject({ workers: expect.any(Number), redisMemory: expect.any(Number) });
});
