import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Presence } from "#shared/live-status/live-status.schema.ts";
import { createPresence } from "#shared/live-status/presence.server.ts";
import { createBus } from "#shared/runtime/bus.ts";
import { createMovableClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { connectRedis, connectSubscriber } from "#shared/runtime/redis.ts";
import { keysOfTests } from "#shared/runtime/testing/redis-of-tests.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { giveDatabaseBack, takeDatabase } from "../scripts/migrate/testing/test-databases.ts";
import { type RunningWorkers, startWorkers } from "./start.ts";

const log = createLogger("workers", "silent");
const name = `w${randomBytes(6).toString("hex")}`;
const clock = createMovableClock(1_760_000_000_000);
const workers: RunningWorkers[] = [];
let database: string;
const connections = [connectRedis(inject("redisUrl"), "fast", log), connectSubscriber(inject("redisUrl"), log)];

beforeAll(async () => {
  const config = serviceConfig();
  database = await takeDatabase(config.MONGODB_URI);
  const options = { log, clock, database, prefix: name, sweepsEveryMs: { "presence.sweep": 20 } };
  for (let i = 0; i < 2; i += 1) workers.push(await startWorkers(config, options));
});
afterAll(async () => {
  for (const running of workers) await running.stop();
  for (const redis of connections) redis.disconnect();
  await giveDatabaseBack(inject("mongodbUri"), database);
});

test("with every gateway down two workers notice a silent unit, and one of them publishes it", async () => {
  const [redis, subscriber] = connections;
  const collections = workers[0]?.mongo.collections;
  if (!redis || !subscriber || !collections) throw new Error("nothing was started");
  const keys = keysOfTests(name);
  const published: Presence[] = [];
  await createBus({ redis, subscriber, keys, log }).on("presence.changed", ({ presences }) => {
    published.push(...presences);
  });
  const presence = createPresence({
    redis,
    keys,
    clock,
    collections,
    log,
    silentAfterSeconds: 75,
    redisClock: clock,
  });
  const heard = { serialNumber: "CU-1", lastSeen: clock.now(), strength: -60 };
  await presence.touch([{ serialNumber: "CU-1", heardAt: clock.now(), telemetry: { strength: -60 }, link: null }]);
  await eventually(() => expect(published).toEqual([heard]));

  clock.advance(75_001);

  await eventually(() => expect(published).toEqual([heard, heard]));
  await presence.touch([{ serialNumber: "CU-2", heardAt: clock.now(), link: null }]);
  await eventually(() => expect(published.at(-1)?.serialNumber).toBe("CU-2"));
  expect(published).toHaveLength(3);
});
