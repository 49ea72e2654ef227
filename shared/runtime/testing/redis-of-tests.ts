import type { Redis } from "ioredis";
import { inject } from "vitest";
import { asCluster } from "../redis-cluster.ts";
import { bucketsOf, createRedisKeys, type PresenceKeys, type RedisKeys } from "../redis-keys.ts";

interface Stores {
  redis: Redis;
  keys: RedisKeys;
}

/** For the Redis of this run, which is a cluster where the tests were started with `--cluster`. */
export const keysOfTests = (prefix: string): RedisKeys => createRedisKeys(prefix, bucketsOf(inject("redisUrl")));

/** Where presence and links of this unit are. */
export const presenceKeysOf = ({ keys }: Pick<Stores, "keys">, serialNumber: string): PresenceKeys => {
  const [bucket = 0] = keys.byBucket([serialNumber], (unit) => unit).keys();
  return keys.presence[bucket] ?? keys;
};

/** Redis has all links, so that a missing link means a unit that is not connected. */
export const loadPresence = async ({ redis, keys }: Stores): Promise<void> => {
  await Promise.all(keys.presence.map(({ presenceLoaded }) => redis.set(presenceLoaded, "test", "NX")));
};

/** As if Redis had just been emptied. */
export const forgetPresence = async ({ redis, keys }: Stores): Promise<void> => {
  await Promise.all(keys.presence.map(({ presenceLoaded }) => redis.del(presenceLoaded)));
};

/** Those of all nodes. */
export const keysLike = async (redis: Redis, pattern: string): Promise<string[]> => {
  // A cluster's client knows them from its first answer on.
  await redis.exists(pattern);
  const nodes = asCluster(redis)?.nodes("master") ?? [redis];
  return (await Promise.all(nodes.map((node) => node.keys(pattern)))).flat();
};

/** As FLUSHALL, for tests that share the server. */
export const removeLike = async (redis: Redis, pattern: string): Promise<void> => {
  await Promise.all((await keysLike(redis, pattern)).map((key) => redis.del(key)));
};
