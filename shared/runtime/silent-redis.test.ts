import { randomBytes } from "node:crypto";
import { Worker } from "bullmq";
import type { Redis } from "ioredis";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSilentLine, type SilentLine } from "../../scripts/testing/silent-line.ts";
import { startSingleStores } from "../../scripts/testing/single-stores.ts";
import { eventually } from "../testing/eventually.ts";
import { setUp } from "../testing/set-up.ts";
import { createBus } from "./bus.ts";
import { createLogger } from "./logger.ts";
import { createQueues } from "./queues.ts";
import { connectRedis } from "./redis.ts";
import { createRedisKeys } from "./redis-keys.ts";

const log = createLogger("test", "silent");
const pulse = { everyMs: 100, silentMs: 1_000 };

const stores = setUp(startSingleStores);
let line: SilentLine;
let open: Redis[];
let lost: number;
beforeEach(async () => {
  line = await openSilentLine(stores.redisUrl);
  open = [];
  lost = 0;
});
afterEach(async () => {
  for (const redis of open) redis.disconnect();
  await line.stop();
});
const connect = (kind: "fast" | "patient", url = `redis://${line.host}`) => {
  const onLost = () => {
    lost += 1;
  };
  const redis = connectRedis(url, kind, log, { pulse, onLost });
  open.push(redis);
  return redis;
};
const name = () => `s${randomBytes(6).toString("hex")}`;

test("a connection that nobody uses is replaced when it falls silent", async () => {
  const redis = connect("fast");
  await redis.ping();
  expect(line.silence()).toBe(1);

  await eventually(() => expect(lost).toBe(1));
  await eventually(async () => expect(await redis.ping()).toBe("PONG"));
});

test("what was under way on a fast connection fails and is not done a second time", async () => {
  const direct = connect("fast", stores.redisUrl);
  const redis = connect("fast");
  await redis.ping();
  const key = name();
  line.silence();

  await expect(redis.incr(key)).rejects.toThrow();
  await eventually(async () => expect(await redis.ping()).toBe("PONG"));

  expect(await direct.get(key)).toBeNull();
  expect(await redis.incr(key)).toBe(1);
});

test("new connections that are silent from their start are given up as well", async () => {
  const redis = connect("fast");
  await redis.ping();
  line.silence({ newOnes: true });
  await eventually(() => expect(lost).toBe(1));
  await expect(redis.ping()).rejects.toThrow();

  line.speak();
  await eventually(async () => expect(await redis.ping()).toBe("PONG"));
});

test("a silent subscriber receives again what is published after it was replaced, while commands work all along", async () => {
  const keys = createRedisKeys(name());
  const redis = connect("fast");
  const subscriber = connect("patient");
  const bus = createBus({ redis, subscriber, keys, log });
  const heard: string[] = [];
  await bus.on("command.ready", ({ commandId }) => void heard.push(commandId), "g1");
  expect(line.silence({ whichSaid: "subscribe" })).toBe(1);

  expect(await redis.ping()).toBe("PONG");
  const publishOnce = async () => {
    await bus.publish("command.ready", { commandId: "66f0c0ffee66f0c0ffee66f0" }, "g1");
    expect(heard.length).toBeGreaterThan(0);
  };
  await eventually(publishOnce, { interval: 100 });
  expect(lost).toBe(1);
  await bus.answers();
});

test("a worker whose blocked connection falls silent goes on with its jobs", async () => {
  const keys = createRedisKeys(name());
  const queues = createQueues(connect("fast"), keys, log);
  const patient = connect("patient");
  const done: string[] = [];
  const worker = new Worker("control-units", async (job) => void done.push(job.data.vendingMachineId), {
    connection: patient,
    prefix: keys.jobs,
    drainDelay: 1,
  });
  worker.on("error", () => {});
  await queues.add("machine.advance", { vendingMachineId: "before" });
  await eventually(() => expect(done).toEqual(["before"]));
  await eventually(() => expect(line.connections("bzpopmin")).toBe(1));
  expect(line.silence({ whichSaid: "bzpopmin" })).toBe(1);

  await queues.add("machine.advance", { vendingMachineId: "after" });

  await eventually(() => expect(done).toEqual(["before", "after"]));
  await worker.close();
  await queues.close();
});
