import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { createBus } from "../runtime/bus.ts";
import { createMovableClock } from "../runtime/clock.ts";
import { createLogger } from "../runtime/logger.ts";
import { connectRedis, connectSubscriber } from "../runtime/redis.ts";
import { createRedisKeys, type RedisKeys } from "../runtime/redis-keys.ts";
import { keysOfTests, presenceKeysOf, removeLike } from "../runtime/testing/redis-of-tests.ts";
import { eventually } from "../testing/eventually.ts";
import type { Presence } from "./live-status.schema.ts";
import { createPresence, type PresenceStore } from "./presence.server.ts";

const log = createLogger("test", "silent");
const start = 1_760_000_000_000;

let open: Redis[] = [];
let keys: RedisKeys;
let prefix: string;
let clock: ReturnType<typeof createMovableClock>;
let published: Presence[];
let reloads: number;
let presence: PresenceStore;

const connect = (url = inject("redisUrl")) => {
  const redis = connectRedis(url, "fast", log);
  open.push(redis);
  return redis;
};
const another = (redis = connect()) =>
  createPresence({
    redis,
    keys,
    clock,
    collections: mongo.collections,
    log,
    silentAfterSeconds: 75,
    redisClock: clock,
  });
const mongo = setUpDatabase();
beforeEach(async () => {
  await mongo.collections.lastSeen.deleteMany({});
  prefix = `p${randomBytes(6).toString("hex")}`;
  keys = keysOfTests(prefix);
  clock = createMovableClock(start);
  published = [];
  reloads = 0;
  const subscriber = connectSubscriber(inject("redisUrl"), log);
  open.push(subscriber);
  const bus = createBus({ redis: connect(), subscriber, keys, log });
  await bus.on("presence.changed", ({ presences }) => {
    published.push(...presences);
  });
  await bus.on("presence.reload", () => {
    reloads += 1;
  });
  presence = another();
});
afterEach(() => {
  for (const redis of open) redis.disconnect();
  open = [];
});

const heard = (serialNumber: string, heardAt = clock.now(), strength: number | null = -60) =>
  presence.touch([{ serialNumber, heardAt, telemetry: { strength }, link: null }]);
const seen = async (serialNumber: string) => (await presence.read([serialNumber])).get(serialNumber);
const emptyRedis = () => removeLike(connect(), `{${prefix}:*`);

describe("a unit that is heard", () => {
  test("is known with its time and strength, and published to everybody", async () => {
    await heard("CU-1");

    expect(await seen("CU-1")).toEqual({ serialNumber: "CU-1", lastSeen: start, strength: -60 });
    await eventually(() => expect(published).toEqual([{ serialNumber: "CU-1", lastSeen: start, strength: -60 }]));
    expect(await seen("CU-2")).toBeUndefined();
  });

  test("keeps its strength when a message says nothing about it, and loses it when a heartbeat has none", async () => {
    await heard("CU-1", start, -60.5);
    clock.advance(1_000);
    await presence.touch([{ serialNumber: "CU-1", heardAt: start + 1_000, link: null }]);
    expect(await seen("CU-1")).toMatchObject({ lastSeen: start + 1_000, strength: -60.5 });
    clock.advance(1_000);
    await heard("CU-1", start + 2_000, null);
    expect(await seen("CU-1")).toMatchObject({ lastSeen: start + 2_000, strength: null });
  });

  test("is not made older by a message that another gateway received earlier", async () => {
    clock.advance(1_000);
    await heard("CU-1", start + 1_000);
    await heard("CU-1", start, -90);
    expect(await seen("CU-1")).toEqual({ serialNumber: "CU-1", lastSeen: start + 1_000, strength: -60 });
  });

  test("keeps its link alive only as long as it owns it, and gets it back where it is gone", async () => {
    const redis = connect();
    const link = keys.link("CU-1");
    const touch = (by: string) => presence.touch([{ serialNumber: "CU-1", heardAt: clock.now(), link: by }]);

    await touch("g1:c1");
    expect(await redis.get(link)).toBe("g1:c1");
    await redis.expire(link, 10);
    await touch("g2:c2");
    expect(await redis.get(link)).toBe("g1:c1");
    expect(await redis.ttl(link)).toBeLessThanOrEqual(10);
    await touch("g1:c1");
    expect(await redis.ttl(link)).toBeGreaterThan(10);
  });
});

describe("a unit that falls silent", () => {
  test("is published after the 75th second, once, with the time of its last message", async () => {
    await heard("CU-1");
    await eventually(() => expect(published).toHaveLength(1));

    clock.advance(75_000);
    await presence.sweep();
    await heard("CU-2");
    await eventually(() => expect(published).toHaveLength(2));
    clock.advance(1);
    await presence.sweep();
    await presence.sweep();
    await heard("CU-3");

    await eventually(() => expect(published).toHaveLength(4));
    expect(published.map(({ serialNumber }) => serialNumber)).toEqual(["CU-1", "CU-2", "CU-1", "CU-3"]);
    expect(published[2]).toEqual({ serialNumber: "CU-1", lastSeen: start, strength: -60 });
    expect(await seen("CU-1")).toMatchObject({ lastSeen: start });
  });

  test("is published exactly once however many sweep at the same moment", async () => {
    const units = Array.from({ length: 2_000 }, (_, i) => `CU-${i}`);
    await presence.touch(units.map((serialNumber) => ({ serialNumber, heardAt: start, link: null })));
    await eventually(() => expect(published).toHaveLength(2_000));
    published = [];
    clock.advance(76_000);

    await Promise.all(Array.from({ length: 20 }, () => another().sweep()));
    await heard("CU-last");

    await eventually(() => expect(published.at(-1)?.serialNumber).toBe("CU-last"));
    expect(published).toHaveLength(2_001);
    expect(new Set(published.map(({ serialNumber }) => serialNumber)).size).toBe(2_001);
  });

  test("is published anew each time that it comes back and falls silent again", async () => {
    for (let round = 1; round <= 3; round += 1) {
      await heard("CU-1");
      clock.advance(80_000);
      await presence.sweep();
      await eventually(() => expect(published).toHaveLength(2 * round));
    }
  });
});

describe("Redis was emptied", () => {
  test("however many put it back, pages get one reload", async () => {
    const others = [another(), another(), another()];

    await Promise.all([presence, ...others].map(async (one) => one.read(["CU-1"])));

    // Messages of one channel arrive in order.
    await heard("CU-2");
    await eventually(() => expect(published.map(({ serialNumber }) => serialNumber)).toContain("CU-2"));
    expect(reloads).toBe(1);
  });

  const remember = (unit: string, secondsAgo: number, strength: number | null) =>
    mongo.collections.lastSeen.insertOne({
      _id: unit,
      lastSeen: new Date(start - secondsAgo * 1_000),
      strength,
      clockOffsetSeconds: null,
    });

  test("the next read puts back what the database remembers, and pages get a reload", async () => {
    await remember("CU-1", 10, -70);
    await remember("CU-2", 3_600, null);
    await emptyRedis();

    const found = await presence.read(["CU-1", "CU-2", "CU-3"]);

    expect([...found.values()]).toEqual([
      { serialNumber: "CU-1", lastSeen: start - 10_000, strength: -70 },
      { serialNumber: "CU-2", lastSeen: start - 3_600_000, strength: null },
    ]);
    await eventually(() => expect(reloads).toBeGreaterThan(0));
    // A unit that was silent all along is not announced again.
    await presence.sweep();
    expect(published).toEqual([]);
  });

  test("while running: the sweep puts it back, newer values stay, and every gateway writes its connections", async () => {
    await presence.sweep();
    await eventually(async () =>
      expect(await connect().exists(presenceKeysOf({ keys }, "CU-1").presenceLoaded)).toBe(1),
    );
    await presence.sweep();
    const other = another();
    await other.sweep();
    let emptied = 0;
    for (const gateway of [presence, other]) {
      gateway.onEmptied(() => {
        emptied += 1;
      });
    }
    await remember("CU-1", 50, -70);
    await remember("CU-2", 50, -70);

    await emptyRedis();
    await heard("CU-1", start - 1_000, -55);

    await eventually(async () => {
      await Promise.all([presence.sweep(), other.sweep()]);
      expect(emptied).toBeGreaterThanOrEqual(2);
    });
    // Not once for each of a cluster's buckets.
    expect(emptied).toBeLessThanOrEqual(keys.isCluster ? 8 : 2);
    expect(await seen("CU-1")).toMatchObject({ lastSeen: start - 1_000, strength: -55 });
    expect(await seen("CU-2")).toMatchObject({ lastSeen: start - 50_000, strength: -70 });
  });

  test("each bucket of a cluster is noticed by itself, and a gateway writes its connections once for all of them", async () => {
    keys = createRedisKeys(prefix, 64);
    const [gateway, redis] = [another(), connect()];
    const marked = (mark: string) =>
      Promise.all(keys.presence.map(({ presenceLoaded }) => redis.set(presenceLoaded, mark)));
    await marked("first");
    await gateway.sweep();
    let emptied = 0;
    gateway.onEmptied(() => {
      emptied += 1;
    });

    await marked("by another");
    await gateway.sweep();

    await eventually(() => expect(emptied).toBeGreaterThan(0));
    expect(emptied).toBeLessThan(8);
  });

  test("while Redis is away the answer comes from the database", async () => {
    await remember("CU-1", 10, -70);
    const away = another(connect("redis://127.0.0.1:1"));
    const found = await away.read(["CU-1"]);
    expect(found.get("CU-1")).toEqual({ serialNumber: "CU-1", lastSeen: start - 10_000, strength: -70 });
    await expect(away.touch([{ serialNumber: "CU-1", heardAt: start, link: null }])).rejects.toThrow();
  });
});
