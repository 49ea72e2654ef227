import { Redis, type RedisOptions } from "ioredis";
import type { Logger } from "./logger.ts";

/**
 * `fast` gives up at once, for whoever answers a request; `patient` waits for Redis to come back, for workers
 * and subscribers (BullMQ insists on it).
 */
export const connectRedis = (url: string, kind: "fast" | "patient", log: Logger, options: RedisOptions = {}): Redis => {
  const redis = new Redis(url, {
    maxRetriesPerRequest: kind === "fast" ? 1 : null,
    enableReadyCheck: true,
    ...options,
  });
  let down = false;
  redis.on("error", (error: Error) => {
    if (!down) log.warn({ err: error.message }, "redis connection lost");
    down = true;
  });
  redis.on("ready", () => {
    if (down) log.info("redis connection restored");
    down = false;
  });
  return redis;
};
