import type { Redis } from "ioredis";
import { ConfigError } from "./config.ts";
import type { Mongo } from "./mongo.ts";
import { redisHosts } from "./redis-address.ts";
import type { RedisKeys } from "./redis-keys.ts";

interface Parts {
  mongo: Pick<Mongo, "db">;
  redis: Redis;
  keys: Pick<RedisKeys, "database">;
  /** REDIS_URL. */
  url: string;
}

/** What no other database has, not even a copy of this one: MongoDB gives it to each collection that is made. */
const idOf = async ({ db }: Parts["mongo"]): Promise<string> => {
  const [made] = await db.listCollections({ name: "migrations" }, { nameOnly: false }).toArray();
  return String(made?.info?.uuid?.toString("hex"));
};

/**
 * At the start of a process. Throws a ConfigError where this Redis belongs to another database: two installations would
 * take each other's jobs, stock, and units of the same serial numbers. A Redis that does not answer is left to its next
 * user.
 */
export const requireOwnRedis = async ({ mongo, redis, keys, url }: Parts): Promise<void> => {
  const id = await idOf(mongo);
  const answers = await redis
    .multi()
    .set(keys.database, id, "NX")
    .get(keys.database)
    .exec()
    .catch(() => null);
  const [, owner = null] = answers?.[1] ?? [];
  if (owner === null || owner === id) return;
  throw new ConfigError(
    `REDIS_URL leads to ${redisHosts(url)}, which a Cansole with another database uses: give each installation a Redis of its own. If no other one uses it any more, \`npm run restore -- --check\` empties it.`,
  );
};
