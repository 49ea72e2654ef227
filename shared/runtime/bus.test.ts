import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { eventually } from "../testing/eventually.ts";
import { createBus } from "./bus.ts";
import { createLogger } from "./logger.ts";
import { connectRedis } from "./redis.ts";
import { createRedisKeys } from "./redis-keys.ts";

const log = createLogger("gateway", "silent");
let redis: Redis;
let subscriber: Redis;
beforeEach(() => {
  redis = connectRedis(inject("redisUrl"), "fast", log);
  subscriber = connectRedis(inject("redisUrl"), "patient", log);
});
afterEach(() => {
  for (const connection of [redis, subscriber]) connection.disconnect();
});

test("listeners are notified each time that signals may have been missed, and receive the next one", async () => {
  const bus = createBus({ redis, subscriber, keys: createRedisKeys(`b${randomBytes(6).toString("hex")}`), log });
  const heard: string[] = [];
  let again = 0;
  bus.onAgain(() => {
    again += 1;
  });
  await bus.on("command.ready", ({ commandId }) => {
    heard.push(commandId);
  });
  await bus.publish("command.ready", { commandId: "first" });
  await eventually(() => expect(heard).toEqual(["first"]));
  expect(again).toBe(0);

  for (const times of [1, 2]) {
    subscriber.disconnect(true);
    await eventually(() => expect(again).toBe(times));
  }
  await eventually(async () => {
    await bus.publish("command.ready", { commandId: "later" });
    expect(heard).toContain("later");
  });
  expect(again).toBe(2);
});
