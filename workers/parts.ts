import type { CommandLimits } from "#shared/control-units/row.rules.ts";
import type { Bus } from "#shared/runtime/bus.ts";
import type { Clock } from "#shared/runtime/clock.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { RedisConnection } from "#shared/runtime/redis.ts";
import type { RedisKeys } from "#shared/runtime/redis-keys.ts";

/** What a job may be handed. */
export interface WorkerParts {
  mongo: Mongo;
  /** Gives up at once: no job waits for Redis. */
  redis: RedisConnection;
  keys: RedisKeys;
  bus: Pick<Bus, "publish">;
  clock: Clock;
  /** What MongoDB's own time is said to be, in tests that move it. */
  databaseClock?: Clock | undefined;
  log: Logger;
  /** Of commands to control units. */
  limits: CommandLimits;
}
