import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { carryOverEarlierKeys } from "./earlier-keys.ts";
import { createLogger } from "./logger.ts";
import { connectRedis } from "./redis.ts";
import { createRedisKeys, type RedisKeys } from "./redis-keys.ts";

let redis: ReturnType<typeof connectRedis>;
let prefix: string;
let keys: RedisKeys;
beforeAll(() => {
  redis = connectRedis(inject("redisUrl"), "patient", createLogger("test", "silent"));
});
afterAll(() => redis.disconnect());
beforeEach(() => {
  prefix = `e${randomBytes(6).toString("hex")}`;
  keys = createRedisKeys(prefix);
});

const account = "66f0c0ffee66f0c0ffee66f0:unknown";
const left = async () => (await redis.keys(`*${prefix}*`)).sort();

test("codes, their spacing and wrong tries of an earlier version count on, for as long as they would have", async () => {
  await redis.hset(`${prefix}:otp:${account}`, "hash", "h");
  await redis.zadd(`${prefix}:otp-requests:${account}`, 1, "r1");
  await redis.zadd(`${prefix}:wrong-tries:${account}`, 1, "t1", 2, "t2");
  await redis.expire(`${prefix}:wrong-tries:${account}`, 3_600);

  expect(await carryOverEarlierKeys(redis, prefix, keys)).toEqual({ kept: 3, removed: 0 });

  expect(await redis.hget(keys.otp(account), "hash")).toBe("h");
  expect(await redis.zcard(keys.otpRequests(account))).toBe(1);
  expect(await redis.zcard(keys.wrongTries(account))).toBe(2);
  expect(await redis.ttl(keys.wrongTries(account))).toBeGreaterThan(3_000);
  expect(await left()).toHaveLength(3);
});

test("what is computed anew is removed, whatever has today's name stays", async () => {
  const earlier = ["presence:online", "presence:loaded", "link:CU-1", "stock:m1", "stock-loaded", "stock-check"];
  for (const name of [...earlier, "jobs:control-units:meta"]) await redis.set(`${prefix}:${name}`, "x");
  const today = [keys.online, keys.link("CU-1"), keys.stock("m1"), `${keys.rateLimit}1.2.3.4`, keys.otp(account)];
  for (const key of today) await redis.set(key, "y");

  expect(await carryOverEarlierKeys(redis, prefix, keys)).toEqual({ kept: 0, removed: 7 });
  expect(await carryOverEarlierKeys(redis, prefix, keys)).toEqual({ kept: 0, removed: 0 });

  expect(await left()).toEqual(today.sort());
});

test("several gateways that start at once carry over each key once", async () => {
  const accounts = Array.from({ length: 100 }, (_, i) => `a${i}:unknown`);
  for (const whose of accounts) await redis.zadd(`${prefix}:wrong-tries:${whose}`, 1, "t1");

  const all = await Promise.all(Array.from({ length: 5 }, () => carryOverEarlierKeys(redis, prefix, keys)));

  expect(all.reduce((sum, { kept }) => sum + kept, 0)).toBe(100);
  expect(await redis.exists(...accounts.map(keys.wrongTries))).toBe(100);
});
