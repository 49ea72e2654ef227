import type { CommandLimits } from "#shared/control-units/row.rules.ts";
import type { Bus } from "#shared/runtime/bus.ts";
import type { Clock } from "#shared/runtime/clock.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { RedisConnection } from "#shared/runtime/redis.ts";
import type { RedisKeys } from "#shared/runtime/redis-keys.ts";

/** Whose clock decides: MongoDB's. */
export interface DatabaseTime {
  mongo: Pick<Mongo, "serverTime">;
  /** In tests: the time that MongoDB is said to have. */
  databaseClock?: Clock | undefined;
}

/** MongoDB's time, in whole milliseconds since 1970. */
export const databaseTime = async ({ mongo, databaseClock }: DatabaseTime): Promise<number> =>
  databaseClock?.now() ?? mongo.serverTime();

/** The same as a clock that goes on from now: work that takes long names the time at which each of its steps came. */
export const openDatabaseClock = async ({ mongo, databaseClock }: DatabaseTime): Promise<Clock> => {
  if (databaseClock) return databaseClock;
  const at = await mongo.serverTime();
  const begun = performance.now();
  return { now: () => Math.floor(at + performance.now() - begun) };
};

/** What a job may be handed. */
export interface WorkerParts extends DatabaseTime {
  mongo: Mongo;
  /** Gives up at once: no job waits for Redis. */
  redis: RedisConnection;
  keys: RedisKeys;
  bus: Pick<Bus, "publish">;
  clock: Clock;
  log: Logger;
  /** Limits for commands to control units. */
  limits: CommandLimits;
}
