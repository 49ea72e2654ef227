import { Worker } from "bullmq";
import { ObjectId } from "mongodb";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { createReach } from "#shared/control-units/reach.server.ts";
import { createPresence } from "#shared/live-status/presence.server.ts";
import { createBus } from "#shared/runtime/bus.ts";
import { systemClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { connectMongo, type Mongo } from "#shared/runtime/mongo.ts";
import { createQueues } from "#shared/runtime/queues.ts";
import { connectRedis, connectSubscriber, type RedisConnection } from "#shared/runtime/redis.ts";
import { asCluster, keyOfEachPrimary } from "#shared/runtime/redis-cluster.ts";
import { bucketsOf, createRedisKeys, type RedisKeys } from "#shared/runtime/redis-keys.ts";
import { requireWrites } from "#shared/runtime/redis-refusals.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { emptyRedis, refuseWhileRunning } from "../scripts/backup/complete-restore.ts";
import { checkGivenRedis } from "../scripts/services/given.ts";
import { freePort } from "../scripts/services/ports.ts";
import { startRedisCluster } from "../scripts/testing/redis-cluster.ts";
import { startSingleStores } from "../scripts/testing/single-stores.ts";
import { createGuesses, type Guessed } from "./features/auth/guesses.ts";
import { createRedisStock } from "./features/inventory/redis-stock.ts";
import { defaultLimits } from "./limits.ts";
import { createLinks } from "./machine-link/connections/links.ts";

/** Three primaries, each with a replica, and each part that uses them. An installation on them is a test of its own. */
const log = createLogger("test", "silent");
const clock = systemClock;
const limits = defaultLimits;
const servers = setUp(startRedisCluster);
const single = setUp(startSingleStores);

const given = (): { redis: RedisConnection; keys: RedisKeys; mongo: Mongo } => {
  if (!parts) throw new Error("nothing is connected yet");
  return parts;
};
let parts: { redis: RedisConnection; keys: RedisKeys; mongo: Mongo } | undefined;
beforeAll(async () => {
  parts = {
    redis: connectRedis(servers.url, "fast", log),
    keys: createRedisKeys("parts", bucketsOf(servers.url)),
    mongo: await connectMongo(inject("mongodbUri"), { database: `c${new ObjectId().toHexString()}` }),
  };
  await requireWrites(parts.redis, servers.url);
}, 120_000);
afterAll(async () => {
  parts?.redis.disconnect();
  await parts?.mongo.db.dropDatabase();
  await parts?.mongo.close();
});

test("one Redis keeps the keys that it had: an upgrade finds presence, stock, schedules and waiting jobs where they are", () => {
  const { online, presenceLoaded, link, stock, stockLoaded, queue, jobs } = createRedisKeys(
    "cansole",
    bucketsOf("redis://a"),
  );
  expect([online, presenceLoaded, link("CU-1"), stock("5f"), stockLoaded, queue("sales"), jobs]).toEqual([
    "{cansole:presence}:online",
    "{cansole:presence}:loaded",
    "{cansole:presence}:link:CU-1",
    "{cansole:stock}:machine:5f",
    "{cansole:stock}:loaded",
    "{cansole:jobs}",
    "{cansole:jobs}",
  ]);
});

/** Enough that they lie in all buckets, and those all over the nodes. */
const units = Array.from({ length: 1_000 }, (_, i) => `CU-${i}`);

test("presence, links and where units are reached: touched, swept, read, put back and cleared", async () => {
  const { redis, keys, mongo } = given();
  const signals: string[] = [];
  const listening = servers.connect();
  await listening.subscribe(keys.channel("presence.changed"));
  listening.on("message", (_channel, text: string) => signals.push(text));
  await mongo.collections.lastSeen.insertMany(
    units.map((unit) => ({
      _id: unit,
      lastSeen: new Date(clock.now() - 10_000),
      strength: -60,
      clockOffsetSeconds: 0,
    })),
  );
  const ofPresence = { redis, keys, clock, collections: mongo.collections, log };
  const presence = createPresence({ ...ofPresence, silentAfterSeconds: 75 });

  expect((await presence.read(units)).size).toBe(units.length);
  await presence.touch(
    units.map((serialNumber) => ({ serialNumber, heardAt: clock.now(), telemetry: { strength: -50 }, link: "g1:c1" })),
  );
  const bus = createBus({ redis, subscriber: redis, keys, log });
  const reach = createReach({ redis, keys, bus, log });
  expect(await reach.find(units)).toEqual(units.map(() => ({ gateway: "g1" })));
  const sizes = await Promise.all(keys.presence.map(({ online }) => redis.zcard(online)));
  expect(sizes).toHaveLength(64);
  expect(Math.min(...sizes)).toBeGreaterThan(0);

  const links = createLinks({ redis, keys, bus, log, limits, gatewayId: "g1" });
  for (const serialNumber of units)
    links.release({ id: "c1", serialNumber, login: "unit", credential: "", connectionNumber: 1, address: "" });
  await links.flush();
  expect(new Set(await reach.find(units))).toEqual(new Set(["offline"]));

  await createPresence({ ...ofPresence, silentAfterSeconds: -1 }).sweep();
  const silent = await Promise.all(keys.presence.map(({ offline }) => redis.zcard(offline)));
  expect(silent.reduce((sum, size) => sum + size, 0)).toBe(units.length);
  await eventually(() => expect(signals.join("")).toContain('"CU-999"'));
  listening.disconnect();

  // One node comes back empty: its buckets are filled from the database, and nothing is offline meanwhile.
  const [bucket = 0] = keys.byBucket(["CU-1"], (unit) => unit).keys();
  const { online, offline, presenceLoaded } = keys.presence[bucket] ?? keys;
  await redis.del(online, offline, presenceLoaded);
  expect(await reach.find(["CU-1"])).toEqual(["unknown"]);
  expect((await presence.read(units)).size).toBe(units.length);
});

test("a gateway on which no node counts a listener is there for as long as its lease", async () => {
  const { redis, keys } = given();
  let now = 0;
  const bus = createBus({ redis, subscriber: redis, keys, log });
  const reach = createReach({ redis, keys, bus, log, monotonicMs: () => now });
  const links = createLinks({ redis, keys, bus, log, limits, gatewayId: "g2" });
  const notified = async () => {
    now += 1_000;
    return reach.notify("g2", "c1");
  };
  await links.renewLease();
  expect(await notified()).toEqual({ gateway: "g2" });

  await links.endLease();

  const answers = [];
  for (let second = 0; second < 8; second += 1) answers.push(await notified());
  expect(answers).toEqual([...Array(6).fill("unknown"), "offline", "offline"]);
});

test("codes and wrong tries of many accounts", async () => {
  const { redis, keys } = given();
  const config = serviceConfig({ PROVISIONING_KEY: "test-provisioning-key" });
  const guesses = createGuesses({ config, redis, keys, clock, limits, log });
  for (let i = 0; i < 30; i += 1) {
    const of: Guessed = { account: new ObjectId().toHexString(), device: i % 2 ? new ObjectId() : null };
    const phone = "9000000001";
    const stored = await guesses.storeCode(of, { phone, code: "1234" });
    expect(await guesses.compareCode(of, { phone, code: "4321" }, true)).toMatchObject({ is: "wrong", left: 9 });
    expect(await guesses.compareCode(of, { phone, code: "1234" }, true)).toMatchObject({ is: "right" });
    const tried = await guesses.reserveTry(of);
    if ("tryId" in tried) await guesses.giveTryBack(of, tried.tryId);
    if ("stored" in stored) await guesses.takeBackCode(stored.stored);
  }
});

test("the stock of many machines, written and read at once", async () => {
  const { redis, keys } = given();
  const stock = createRedisStock({ redis, keys, redisMs: 20_000 });
  const machines = Array.from({ length: 200 }, () => new ObjectId().toHexString());
  await stock.write(machines.map((machine) => ({ machine, asOf: "0000000000000001", text: `"${machine}"` })));
  const moment = "0000000000000002";
  expect(await stock.takeRebuild("a")).toBe(true);
  expect(await stock.takeRebuild("b")).toBe(false);
  await expect(stock.setLoaded("b", moment)).rejects.toThrow("computed anew from its beginning");
  await stock.setLoaded("a", moment);

  expect((await stock.readMany(machines)).map((held) => held?.text)).toEqual(machines.map((machine) => `"${machine}"`));
  expect(await stock.upTo()).toBe(moment);
  expect(await stock.advance(moment, "0000000000000003")).toBe(true);
  expect(await stock.upTo()).toBe("0000000000000003");
  expect(await stock.takesTurn(60_000)).toBe(true);
  // A node that was emptied takes its part of the stock with it.
  await redis.del(keys.allStockLoaded[7] ?? "");
  expect(await stock.upTo()).toBeNull();
  expect(await stock.advance(moment, moment)).toBe(false);
});

test("jobs are added, done once, and recur; each queue lies somewhere by itself", async () => {
  const { redis, keys } = given();
  const queues = createQueues(redis, keys, log);
  const done: string[] = [];
  const connection = connectRedis(servers.url, "patient", log);
  const worker = new Worker("control-units", async (job) => void done.push(job.data.vendingMachineId), {
    connection,
    prefix: keys.queue("control-units"),
  });
  worker.on("error", () => {});
  await queues.schedule("Asia/Kolkata");
  for (let i = 0; i < 20; i += 1) await queues.add("machine.advance", { vendingMachineId: `VM-${i}` });

  await eventually(() => expect(new Set(done).size).toBe(20));
  expect(done).toHaveLength(20);
  expect(await queues.nextOf("sales.rebuild")).toBeInstanceOf(Date);
  expect(keys.queue("sales")).not.toBe(keys.queue("control-units"));
  await worker.close();
  connection.disconnect();
  await queues.close();
});

test("a connection ends also when an answer that comes meanwhile leads to another node, as after a failover", async () => {
  const redis = connectRedis(servers.url, "patient", log);
  await redis.get("any");
  const cluster = asCluster(redis);
  await Promise.all((cluster?.nodes() ?? []).map((node) => node.ping()));
  const [primary = ""] = keyOfEachPrimary(cluster ?? { slots: [] }).keys();
  // As before it learned of a failover.
  for (const nodes of cluster?.slots ?? []) nodes[0] = primary;
  const answers = Promise.allSettled(Array.from({ length: 20 }, (_, n) => redis.get(`cansole:asked:${n}`)));
  const ended = vi.fn();
  redis.once("end", ended);
  redis.disconnect();

  await eventually(() => expect(ended).toHaveBeenCalledOnce());
  await answers;
});

test("a given cluster is checked by what answers of it, and a restore finds who runs on it and empties all of it", async () => {
  const { redis, keys } = given();
  expect((await checkGivenRedis(servers.url)).description).toMatch(/^a cluster of \w+ [\d.]+ at 127\.0\.0\.1:/);
  await expect(checkGivenRedis(servers.url.split(",")[0] ?? "")).rejects.toThrow("one node of a cluster: name several");
  const [one, closed] = [new URL(single.redisUrl).host, await freePort()];
  await expect(checkGivenRedis(`redis://127.0.0.1:${closed},${one}`)).rejects.toThrow(`127.0.0.1:${closed} cannot be`);

  const cluster = servers.connect();
  const listening = connectSubscriber(servers.url, log);
  await createBus({ redis, subscriber: listening, keys, log }).on("presence.reload", () => {});
  await expect(refuseWhileRunning(cluster, "parts")).rejects.toThrow("Cansole is running on this Redis");
  listening.disconnect();
  await refuseWhileRunning(cluster, "parts");
  expect(await emptyRedis(cluster, "parts")).toBeGreaterThan(200);
  expect(await redis.exists(keys.allStockLoaded[0] ?? "")).toBe(0);
  expect(await emptyRedis(cluster, "parts")).toBe(0);
  cluster.disconnect();
});

test("a node that is named as one Redis, and one Redis that is named as a cluster, are refused by a sentence", async () => {
  const [node = ""] = servers.url.split(",");
  const alone = connectRedis(node, "fast", log);
  await expect(requireWrites(alone, node)).rejects.toThrow(
    /^REDIS_URL leads to 127\.0\.0\.1:\d+, which is one node of a/,
  );
  alone.disconnect();

  const one = single.redisUrl;
  const twice = `${one},${new URL(one).host}`;
  const cluster = connectRedis(twice, "fast", log);
  await expect(requireWrites(cluster, twice)).rejects.toThrow("which are no nodes of a cluster: name one Redis alone.");
  cluster.disconnect();
});
