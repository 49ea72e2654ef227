import type { Clock } from "#shared/runtime/clock.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";

/** What a job may be handed. */
export interface WorkerParts {
  mongo: Mongo;
  clock: Clock;
  log: Logger;
}
