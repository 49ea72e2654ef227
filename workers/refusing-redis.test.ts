import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { Worker } from "bullmq";
import type { Redis } from "ioredis";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createReach } from "#shared/control-units/reach.server.ts";
import { createPresence } from "#shared/live-status/presence.server.ts";
import { createBus } from "#shared/runtime/bus.ts";
import { systemClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { createQueues } from "#shared/runtime/queues.ts";
import { connectRedis, type Heard } from "#shared/runtime/redis.ts";
import { createRedisKeys, type RedisKeys } from "#shared/runtime/redis-keys.ts";
import { requireWrites } from "#shared/runtime/redis-refusals.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpDatabase } from "../scripts/migrate/testing/test-databases.ts";
import { openRedisPair, type RedisPair } from "../scripts/testing/redis-pair.ts";
import { restWhileRefused } from "./queue-errors.ts";

const log = createLogger("test", "silent");
const mongo = setUpDatabase();
const commandId = "66f0c0ffee66f0c0ffee66f0";

let pair: RedisPair;
let keys: RedisKeys;
let open: Redis[];
let heard: Heard[];
let lost: number;
beforeEach(async () => {
  pair = await openRedisPair();
  keys = createRedisKeys(`r${randomBytes(6).toString("hex")}`);
  open = [];
  heard = [];
  lost = 0;
  await mongo.collections.lastSeen.deleteMany({});
});
afterEach(async () => {
  for (const redis of open) redis.disconnect();
  await pair.stop();
});

const connect = (kind: "fast" | "patient", url = pair.url, to = log) => {
  const onLost = () => {
    lost += 1;
  };
  const onMade = (one: Heard) => void heard.push(one);
  const redis = connectRedis(url, kind, to, { pulse: { everyMs: 50, silentMs: 3_000 }, onLost, onMade });
  open.push(redis);
  return redis;
};

/** All users of Redis in a process: commands, a subscription, and a worker with its blocked connection. */
const openUsers = async () => {
  const [redis, subscriber, patient] = [connect("fast"), connect("patient"), connect("patient")];
  const bus = createBus({ redis, subscriber, keys, log });
  await bus.on("command.ready", () => undefined, "g1");
  const queues = createQueues(redis, keys, log);
  const done: string[] = [];
  const work = async ({ data }: { data: { vendingMachineId: string } }) => void done.push(data.vendingMachineId);
  const worker = new Worker("control-units", work, { connection: patient, prefix: keys.jobs, drainDelay: 1 });
  worker.on("error", () => undefined);
  restWhileRefused(worker, patient);
  onTestFinished(async () => {
    await worker.close(true);
    await queues.close();
  });
  const works = async (name: string) => {
    await eventually(() => queues.add("machine.advance", { vendingMachineId: name }));
    await eventually(() => expect(done).toContain(name));
    // Received by the one server that everybody writes to.
    await eventually(async () => expect(await bus.publish("command.ready", { commandId }, "g1")).toBe(1));
    await eventually(() => expect(heard.every((one) => one.isHeard())).toBe(true));
  };
  await works("before");
  return { redis, bus, worker, works };
};

test("however many writes a replica refuses, its connection is ended once", async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  const redis = connect("fast");
  await eventually(() => redis.ping());
  const failedOver = pair.failOver();

  while (lost === 0)
    await Promise.allSettled(Array.from({ length: 50 }, (_, n) => redis.set(keys.link(`unit-${n}`), "g1:c1")));
  await failedOver;

  await eventually(() => redis.set(keys.link("unit"), "g1:c1"));
  expect(warnings.filter((text) => text.includes("listeners"))).toEqual([]);
});

test("when another server has taken over, every connection leaves the old one, which answers all along", async () => {
  const { redis, works } = await openUsers();

  await pair.failOver();

  await works("after");
  expect(redis.refusal()).toBeNull();
  await pair.failOver();
  await works("back again");
});

test.each([
  ["full", "OOM", () => pair.limitMemory(1), () => pair.limitMemory(0)],
  ["without a disk", "MISCONF", () => pair.breakDisk(), () => pair.mendDisk()],
] as const)("a server that is %s is named, left alone, and used again by itself", async (_, refusal, spoil, mend) => {
  const { redis, bus, worker, works } = await openUsers();
  const lostBefore = lost;
  expect(await redis.get("x")).toBeNull();

  await spoil();

  await eventually(() => expect(heard.map((one) => one.refusal())).toEqual(heard.map(() => refusal)));
  expect(heard.some((one) => one.isHeard())).toBe(false);
  await expect(bus.answers()).rejects.toThrow(refusal);
  // Else it would retry on and on, and be refused thousands of times.
  await eventually(() => expect(worker.isPaused()).toBe(true));
  await mend();
  await works("after");
  expect(worker.isPaused()).toBe(false);
  expect(lost).toBe(lostBefore);
});

test("what a server that takes no writes says of units proves nothing", async () => {
  const redis = connect("fast");
  const bus = createBus({ redis, subscriber: connect("patient"), keys, log });
  let now = 0;
  const reach = createReach({ redis, keys, bus, log, monotonicMs: () => now });
  const presence = createPresence({
    redis,
    keys,
    clock: systemClock,
    collections: mongo.collections,
    log,
    silentAfterSeconds: 75,
  });
  const lastSeen = new Date();
  await mongo.collections.lastSeen.insertOne({ _id: "CU-1", lastSeen, strength: -60, clockOffsetSeconds: 0 });
  // The last message in Redis is old.
  await redis.zadd(keys.online, Date.now() - 600_000, "CU-1");
  await redis.set(keys.presenceLoaded, "loaded");
  expect(await reach.find(["CU-1"])).toEqual(["offline"]);
  expect(await presence.remembered()).toEqual([]);

  await pair.limitMemory(1);
  await eventually(() => expect(redis.refusal()).toBe("OOM"));

  expect(await reach.find(["CU-1"])).toEqual(["unknown"]);
  expect((await presence.read(["CU-1"])).get("CU-1")?.lastSeen).toBe(lastSeen.getTime());
  await expect(presence.sweep()).rejects.toThrow("Redis takes no writes: its memory is full");
  expect(await presence.remembered()).toEqual([
    [{ serialNumber: "CU-1", lastSeen: lastSeen.getTime(), strength: -60 }],
  ]);

  await pair.limitMemory(0);
  await eventually(() => expect(redis.refusal()).toBeNull());
  expect(await reach.find(["CU-1"])).toEqual(["unknown"]);
  now = 5_000;
  expect(await reach.find(["CU-1"])).toEqual(["offline"]);
});

test("at the start a server that takes no writes is named with what to do, by its address alone", async () => {
  const replica = new URL(await pair.replicaUrl());
  replica.password = "not-to-be-told";
  const refused = requireWrites(connect("fast", await pair.replicaUrl()), replica.href);
  await expect(refused).rejects.toThrow(
    `REDIS_URL leads to ${replica.host}, which takes no writes: it is a read-only replica. Where another server has taken over, the address must lead to that one, then start again.`,
  );
  await pair.limitMemory(1);
  await expect(requireWrites(connect("fast"), pair.url)).rejects.toThrow("its memory is full. Raise its maxmemory");
  await pair.limitMemory(0);
  await requireWrites(connect("fast"), pair.url);
});

test("at the start a database that Redis lacks is named, and one that it has is used", async () => {
  const named = (db: number) => requireWrites(connect("fast", `${pair.url}/${db}`), `${pair.url}/${db}`);
  await named(1);
  await expect(named(99)).rejects.toThrow(`REDIS_URL leads to ${new URL(pair.url).host}, which has no database 99.`);
});

test("nothing is printed past the log while Redis is away", async () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => printed.mockRestore());
  const { works } = await openUsers();

  await pair.kill();
  await eventually(() => expect(heard.some((one) => one.isHeard())).toBe(false));
  await pair.start();
  await works("after");

  expect(printed).not.toHaveBeenCalled();
});

test("a server at the border of its memory is a few lines in the log, however many connections see it", async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const loud = createLogger("test", "info", sink as never);
  for (let n = 0; n < 3; n += 1) connect("fast", pair.url, loud);
  const hear = (is: boolean) => eventually(() => expect(heard.map((one) => one.isHeard())).toEqual([is, is, is]));
  await hear(true);

  for (let n = 0; n < 5; n += 1) {
    await pair.limitMemory(1);
    await hear(false);
    await pair.limitMemory(0);
    await hear(true);
  }

  expect(lines.filter((line) => line.includes("takes no writes"))).toHaveLength(1);
  expect(lines.filter((line) => line.includes("takes writes again"))).toHaveLength(1);
});
