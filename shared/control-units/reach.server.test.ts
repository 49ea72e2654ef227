import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { createBus } from "../runtime/bus.ts";
import { createLogger } from "../runtime/logger.ts";
import { connectRedis } from "../runtime/redis.ts";
import { forgetPresence, keysOfTests, loadPresence } from "../runtime/testing/redis-of-tests.ts";
import { createReach, type Reach } from "./reach.server.ts";

const log = createLogger("reach", "silent");
const keys = keysOfTests(`t${randomBytes(6).toString("hex")}`);
const connections: ReturnType<typeof connectRedis>[] = [];
const connect = (kind: "fast" | "patient") => {
  const redis = connectRedis(inject("redisUrl"), kind, log);
  connections.push(redis);
  return redis;
};
let redis: ReturnType<typeof connectRedis>;
let bus: ReturnType<typeof createBus>;
let reach: Reach;
let now: number;
beforeAll(async () => {
  redis = connect("fast");
  bus = createBus({ redis, subscriber: connect("patient"), keys, log });
  await loadPresence({ redis, keys });
});
beforeEach(() => {
  now = 0;
  reach = createReach({ redis, keys, bus, log, monotonicMs: () => now });
});
afterAll(async () => {
  await forgetPresence({ redis, keys });
  await redis.del(keys.link("CU-1"));
  for (const one of connections) one.disconnect();
});

/** Notified each second, as the workers' sweep does; returns the answers of that many seconds. */
const notifiedFor = async (seconds: number, gateway: string): Promise<unknown[]> => {
  const answers: unknown[] = [];
  for (let i = 0; i < seconds; i += 1) {
    answers.push(await reach.notify(gateway, "c1"));
    now += 1_000;
  }
  return answers;
};

test("a unit is where its link says, or surely nowhere where Redis knows of none", async () => {
  await redis.set(keys.link("CU-1"), "g1:c1");

  expect(await reach.find(["CU-1", "CU-2"])).toEqual([{ gateway: "g1" }, "offline"]);
});

test("a gateway on which nobody listens is gone only when that has lasted", async () => {
  expect(await notifiedFor(8, "gone")).toEqual([...Array(6).fill("unknown"), "offline", "offline"]);
});

test("a gateway that has subscribed anew meanwhile is there, and has all its time when that breaks again", async () => {
  expect(await notifiedFor(4, "g2")).toEqual(Array(4).fill("unknown"));
  await bus.on("command.ready", () => undefined, "g2");
  // No node of a cluster counts who listens at another one.
  if (keys.isCluster) await redis.set(keys.gatewayLease("g2"), "1", "PX", 60_000);
  expect(await notifiedFor(1, "g2")).toEqual([{ gateway: "g2" }]);

  expect(await notifiedFor(5, "g3")).toEqual(Array(5).fill("unknown"));
  now += 60_000;
  // What it was a minute ago proves nothing.
  expect(await notifiedFor(6, "g3")).toEqual(Array(6).fill("unknown"));
});
