import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import type { Telemetry } from "../machines/telemetry.schema.ts";
import { createBus } from "../runtime/bus.ts";
import { createMovableClock } from "../runtime/clock.ts";
import { createLogger } from "../runtime/logger.ts";
import { connectRedis, connectSubscriber } from "../runtime/redis.ts";
import type { RedisKeys } from "../runtime/redis-keys.ts";
import { keysOfTests, presenceKeysOf } from "../runtime/testing/redis-of-tests.ts";
import { eventually } from "../testing/eventually.ts";
import type { Presence } from "./live-status.schema.ts";
import { createPresence, type PresenceStore } from "./presence.server.ts";

const log = createLogger("test", "silent");
const start = 1_760_000_000_000;
const redis = connectRedis(inject("redisUrl"), "fast", log);
const subscriber = connectSubscriber(inject("redisUrl"), log);
const mongo = setUpDatabase();
let keys: RedisKeys;
let clock: ReturnType<typeof createMovableClock>;
let published: Presence[];
let presence: PresenceStore;

beforeEach(async () => {
  await mongo.collections.lastSeen.deleteMany({});
  keys = keysOfTests(`p${randomBytes(6).toString("hex")}`);
  clock = createMovableClock(start);
  published = [];
  await createBus({ redis, subscriber, keys, log }).on("presence.changed", ({ presences }) => {
    published.push(...presences);
  });
  const { collections } = mongo;
  presence = createPresence({ redis, keys, clock, collections, log, silentAfterSeconds: 75, redisClock: clock });
});
afterAll(() => {
  redis.disconnect();
  subscriber.disconnect();
});

const heard = (telemetry?: Telemetry) =>
  presence.touch([{ serialNumber: "CU-1", heardAt: clock.now(), telemetry, link: null }]);
const seen = async () => (await presence.read(["CU-1"])).get("CU-1");
const telemetry = { strength: null, temperature: 4.5, supply: 12.1, firmware: "2.4.1" };

test("all that a heartbeat said is kept and published as one value, when the unit falls silent too", async () => {
  await heard(telemetry);
  clock.advance(1_000);
  await heard();
  expect(await seen()).toEqual({ serialNumber: "CU-1", lastSeen: start + 1_000, ...telemetry });
  clock.advance(80_000);
  await presence.sweep();
  await eventually(() =>
    expect(published).toEqual(
      [start, start + 1_000, start + 1_000].map((lastSeen) => ({ serialNumber: "CU-1", lastSeen, ...telemetry })),
    ),
  );
});

test("the next heartbeat is all that is known", async () => {
  await heard(telemetry);
  clock.advance(1_000);
  await heard({});
  expect(await seen()).toEqual({ serialNumber: "CU-1", lastSeen: clock.now(), strength: null });
});

test("the strength that an earlier version kept in Redis is read until the next heartbeat", async () => {
  await heard();
  await redis.hset(presenceKeysOf({ keys }, "CU-1").strength, "CU-1", "-72.5");
  expect(await seen()).toMatchObject({ strength: -72.5 });
  await heard({ strength: -60 });
  expect(await seen()).toMatchObject({ strength: -60 });
});

test("what the database remembers is put back whole, and the strength alone where no more was stored", async () => {
  const lastSeen = new Date(start - 10_000);
  await mongo.collections.lastSeen.insertMany([
    { _id: "CU-1", lastSeen, strength: null, telemetry, clockOffsetSeconds: null },
    { _id: "CU-2", lastSeen, strength: -70, clockOffsetSeconds: null },
  ]);
  expect([...(await presence.read(["CU-1", "CU-2"])).values()]).toEqual([
    { serialNumber: "CU-1", lastSeen: lastSeen.getTime(), ...telemetry },
    { serialNumber: "CU-2", lastSeen: lastSeen.getTime(), strength: -70 },
  ]);
});
