import { createAudit } from "#shared/audit/audit.server.ts";
import { createBus } from "#shared/runtime/bus.ts";
import { type Clock, systemClock } from "#shared/runtime/clock.ts";
import type { ServiceConfig } from "#shared/runtime/config.ts";
import { createDatabaseClock } from "#shared/runtime/database-clock.ts";
import { refuseOtherUse } from "#shared/runtime/demo-marker.ts";
import type { Lifecycle } from "#shared/runtime/lifecycle.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import { migrated } from "#shared/runtime/migrated.ts";
import { connectMongo } from "#shared/runtime/mongo.ts";
import { requireOwnRedis } from "#shared/runtime/own-redis.ts";
import { createQueues } from "#shared/runtime/queues.ts";
import { connectRedis, connectSubscriber } from "#shared/runtime/redis.ts";
import { bucketsOf, createRedisKeys } from "#shared/runtime/redis-keys.ts";
import { requireWrites } from "#shared/runtime/redis-refusals.ts";
import { transactionLimits } from "#shared/runtime/transaction-turns.ts";
import type { Metrics } from "./http/metrics.ts";
import type { Limits } from "./limits.ts";

interface Parts {
  config: ServiceConfig;
  options: { clock?: Clock; database?: string; prefix?: string };
  limits: Pick<Limits, "httpMs">;
  log: Logger;
  life: Lifecycle;
  metrics: Metrics;
}

/** What a gateway opens first and closes last, and what is read and written through it. */
export const openStores = async ({ config, options, limits, log, life, metrics }: Parts) => {
  const prefix = options.prefix ?? "cansole";
  const keys = createRedisKeys(prefix, bucketsOf(config.REDIS_URL));
  // A call that was answered 'not in time' begins nothing later: it would undo what others have changed meanwhile.
  const transactions = { ...transactionLimits, waitMs: limits.httpMs, tryMs: limits.httpMs };
  const { database } = options;
  const mongo = await connectMongo(config.MONGODB_URI, { database, appName: "cansole-gateway", transactions });
  life.add("mongo", mongo.close);
  mongo.client.on("connectionClosed", ({ reason }) => {
    if (reason === "error" || reason === "stale") metrics.lostConnections.inc({ store: "mongodb", use: "commands" });
  });
  await migrated(mongo.collections, log);
  const databaseClock = createDatabaseClock({
    readTime: () => mongo.serverTime(),
    processClock: options.clock ?? systemClock,
    log,
  });
  await databaseClock.start();
  life.add("database clock", databaseClock.stop);
  const clock = options.clock ?? databaseClock;
  await refuseOtherUse(config, mongo.collections);
  const lost = (use: string) => ({ onLost: () => metrics.lostConnections.inc({ store: "redis", use }) });
  const redis = connectRedis(config.REDIS_URL, "fast", log, lost("commands"));
  life.add("redis", () => redis.disconnect());
  await requireWrites(redis, config.REDIS_URL);
  await requireOwnRedis({ mongo, redis, keys, url: config.REDIS_URL });
  const subscriber = connectSubscriber(config.REDIS_URL, log, lost("signals"));
  life.add("redis subscriber", () => subscriber.disconnect());
  const bus = createBus({ redis, subscriber, keys, log });
  const queues = createQueues(redis, keys, log);
  life.add("queues", queues.close);
  const audit = createAudit(mongo.collections, clock);
  return { clock, databaseClock, mongo, redis, keys, bus, queues, audit };
};
