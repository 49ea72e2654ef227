import { Worker } from "bullmq";
import type { Cluster, Redis } from "ioredis";
import { ObjectId } from "mongodb";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createReach } from "#shared/control-units/reach.server.ts";
import { createPresence } from "#shared/live-status/presence.server.ts";
import { createBus } from "#shared/runtime/bus.ts";
import { systemClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { connectMongo, type Mongo } from "#shared/runtime/mongo.ts";
import { createQueues } from "#shared/runtime/queues.ts";
import type { RedisConnection } from "#shared/runtime/redis.ts";
import { createRedisKeys } from "#shared/runtime/redis-keys.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { type RedisCluster, startRedisCluster } from "../scripts/testing/redis-cluster.ts";
import { createGuesses, type Guessed } from "./features/auth/guesses.ts";
import { createRedisStock } from "./features/inventory/redis-stock.ts";
import { defaultLimits } from "./limits.ts";
import { createLinks } from "./machine-link/connections/links.ts";

/**
 * Each script and each command of several keys, on a cluster of three that refuses what lies in two slots. A cluster is
 * not what Cansole connects to (decision 0027): what it keeps in Redis would fit into one.
 */
const log = createLogger("test", "silent");
const clock = systemClock;
const limits = defaultLimits;
const prefix = "cansole";
const keys = createRedisKeys(prefix);

let servers: RedisCluster;
let cluster: Cluster;
let redis: RedisConnection;
let mongo: Mongo;
beforeAll(async () => {
  servers = await startRedisCluster();
  cluster = servers.connect();
  // Both have the same commands; the parts call no other method.
  redis = Object.assign(cluster as unknown as Redis, { refusal: () => null });
  mongo = await connectMongo(inject("mongodbUri"), { database: `c${new ObjectId().toHexString()}` });
}, 120_000);
afterAll(async () => {
  await mongo?.db.dropDatabase();
  await mongo?.close();
  cluster?.disconnect();
  await servers?.stop();
});

/** Enough that they lie all over the slots unless a tag keeps them together. */
const units = Array.from({ length: 200 }, (_, i) => `CU-${i}`);
const signals: string[] = [];
const bus = () => createBus({ redis, subscriber: redis, keys, log });

test("presence, links and where units are reached: touched, swept, read, put back and cleared", async () => {
  await cluster.subscribe(keys.channel("presence.changed"));
  cluster.on("message", (_channel, text: string) => signals.push(text));
  await mongo.collections.lastSeen.insertMany(
    units.map((unit) => ({
      _id: unit,
      lastSeen: new Date(clock.now() - 10_000),
      strength: -60,
      clockOffsetSeconds: 0,
    })),
  );
  const presence = createPresence({ redis, keys, clock, collections: mongo.collections, log, silentAfterSeconds: 75 });

  expect((await presence.read(units)).size).toBe(200);
  await presence.touch(
    units.map((serialNumber) => ({ serialNumber, heardAt: clock.now(), telemetry: { strength: -50 }, link: "g1:c1" })),
  );
  const reach = createReach({ redis, keys, bus: bus(), log });
  expect(await reach.find(units)).toEqual(units.map(() => ({ gateway: "g1" })));

  const links = createLinks({ redis, keys, bus: bus(), log, limits, gatewayId: "g1" });
  for (const serialNumber of units)
    links.release({ id: "c1", serialNumber, login: "unit", credential: "", connectionNumber: 1, address: "" });
  await links.flush();
  expect(new Set(await reach.find(units))).toEqual(new Set(["offline"]));

  const silent = createPresence({ redis, keys, clock, collections: mongo.collections, log, silentAfterSeconds: -1 });
  await silent.sweep();
  expect(await redis.zcard(keys.offline)).toBe(200);
  await eventually(() => expect(signals.join("")).toContain('"CU-199"'));
});

test("codes and wrong tries of many accounts", async () => {
  const config = serviceConfig({ PROVISIONING_KEY: "test-provisioning-key" });
  const guesses = createGuesses({ config, redis, keys, clock, limits, log });
  for (let i = 0; i < 30; i += 1) {
    const of: Guessed = { account: new ObjectId().toHexString(), device: i % 2 ? new ObjectId() : null };
    const phone = "9000000001";
    const stored = await guesses.storeCode(of, { phone, code: "1234" });
    expect(await guesses.compareCode(of, { phone, code: "4321" }, true)).toMatchObject({ is: "wrong", left: 9 });
    expect(await guesses.compareCode(of, { phone, code: "1234" }, true)).toEqual({ is: "right" });
    const tried = await guesses.reserveTry(of);
    if ("tryId" in tried) await guesses.giveTryBack(of, tried.tryId);
    if ("stored" in stored) await guesses.takeBackCode(stored.stored);
  }
});

test("the stock of many machines, written and read at once", async () => {
  const stock = createRedisStock({ redis, keys, redisMs: 20_000 });
  const machines = Array.from({ length: 200 }, () => new ObjectId().toHexString());
  await stock.write(machines.map((machine) => ({ machine, asOf: "0000000000000001", text: `"${machine}"` })));
  await stock.setLoaded();

  expect((await stock.readMany(machines)).map((held) => held?.text)).toEqual(machines.map((machine) => `"${machine}"`));
  expect(await stock.isLoaded()).toBe(true);
  expect(await stock.takesTurn(60_000)).toBe(true);
});

test("jobs are added, done once, and recur", async () => {
  const queues = createQueues(redis, keys, log);
  const done: string[] = [];
  const connection = servers.connect();
  const worker = new Worker("control-units", async (job) => void done.push(job.data.vendingMachineId), {
    connection,
    prefix: keys.jobs,
  });
  worker.on("error", () => {});
  await queues.schedule("Asia/Kolkata");
  for (let i = 0; i < 20; i += 1) await queues.add("machine.advance", { vendingMachineId: `VM-${i}` });

  await eventually(() => expect(new Set(done).size).toBe(20));
  expect(done).toHaveLength(20);
  await worker.close();
  connection.disconnect();
  await queues.close();
});

test("what belongs together was not all put into one slot: several nodes store something", async () => {
  const nodes = cluster.nodes("master");
  expect(nodes).toHaveLength(3);
  const sizes = await Promise.all(nodes.map((node) => node.dbsize()));
  expect(sizes.filter((size) => size > 0).length).toBeGreaterThan(1);
});
