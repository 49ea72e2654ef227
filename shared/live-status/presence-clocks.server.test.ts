import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { createBus } from "../runtime/bus.ts";
import { createLogger } from "../runtime/logger.ts";
import { connectMongo, type Mongo } from "../runtime/mongo.ts";
import { connectRedis, connectSubscriber } from "../runtime/redis.ts";
import type { RedisKeys } from "../runtime/redis-keys.ts";
import { keysOfTests, presenceKeysOf } from "../runtime/testing/redis-of-tests.ts";
import { eventually } from "../testing/eventually.ts";
import type { Presence } from "./live-status.schema.ts";
import { createPresence } from "./presence.server.ts";

const log = createLogger("test", "silent");

const redis = connectRedis(inject("redisUrl"), "fast", log);
const subscriber = connectSubscriber(inject("redisUrl"), log);
let mongo: Mongo;
let keys: RedisKeys;
let published: Presence[] = [];

beforeAll(async () => {
  mongo = await connectMongo(inject("mongodbUri"), { database: `p${randomBytes(6).toString("hex")}` });
});
beforeEach(async () => {
  keys = keysOfTests(`p${randomBytes(6).toString("hex")}`);
  published = [];
  await createBus({ redis, subscriber, keys, log }).on("presence.changed", ({ presences }) => {
    published.push(...presences);
  });
});
afterAll(async () => {
  await mongo?.db.dropDatabase();
  await mongo?.close();
  redis.disconnect();
  subscriber.disconnect();
});

/** In a process whose clock is off by so much. */
const offBy = (ms: number) =>
  createPresence({
    redis,
    keys,
    collections: mongo.collections,
    log,
    silentAfterSeconds: 75,
    clock: { now: () => Date.now() + ms },
  });
const score = async (unit: string) => Number(await redis.zscore(presenceKeysOf({ keys }, unit).online, unit));

test.each([-15_000, 15_000])(
  "a gateway whose clock is off by %i ms writes when a unit was really heard",
  async (ms) => {
    const before = Date.now();
    const gateway = offBy(ms);
    await gateway.touch([{ serialNumber: "CU-1", heardAt: before + ms - 4_000, link: null }]);

    const lastSeen = await score("CU-1");

    expect(lastSeen).toBeGreaterThan(before - 4_500);
    expect(lastSeen).toBeLessThanOrEqual(Date.now() - 4_000);
  },
);

test("no clock that is ahead or behind reports a silence early or late", async () => {
  const [ahead, behind] = [offBy(3_600_000), offBy(-3_600_000)];
  await ahead.touch([{ serialNumber: "CU-quiet", heardAt: Date.now() + 3_600_000 - 80_000, link: null }]);
  await behind.touch([{ serialNumber: "CU-here", heardAt: Date.now() - 3_600_000 - 20_000, link: null }]);
  await eventually(() =>
    expect(published.slice(-2).map(({ serialNumber }) => serialNumber)).toEqual(["CU-quiet", "CU-here"]),
  );
  published = [];

  await Promise.all([ahead.sweep(), behind.sweep()]);
  await ahead.touch([{ serialNumber: "CU-last", heardAt: Date.now() + 3_600_000, link: null }]);

  await eventually(() => expect(published.at(-1)?.serialNumber).toBe("CU-last"));
  expect(published.map(({ serialNumber }) => serialNumber)).toEqual(["CU-quiet", "CU-last"]);
});

test("a time that has not come yet, written by an earlier release, keeps no dead unit online", async () => {
  const future = Date.now() + 3_600_000;
  for (const unit of ["CU-dead", "CU-alive"]) await redis.zadd(presenceKeysOf({ keys }, unit).online, future, unit);
  const gateway = offBy(0);

  await gateway.touch([{ serialNumber: "CU-alive", heardAt: Date.now() - 1_000, link: null }]);
  await gateway.sweep();

  for (const unit of ["CU-dead", "CU-alive"]) expect(await score(unit)).toBeLessThanOrEqual(Date.now());
});
