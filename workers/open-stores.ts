import type { ServiceConfig } from "#shared/runtime/config.ts";
import { refuseOtherUse } from "#shared/runtime/demo-marker.ts";
import type { Lifecycle } from "#shared/runtime/lifecycle.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import { migrated } from "#shared/runtime/migrated.ts";
import { connectMongo } from "#shared/runtime/mongo.ts";
import { requireOwnRedis } from "#shared/runtime/own-redis.ts";
import { createQueues } from "#shared/runtime/queues.ts";
import { bucketsOf, createRedisKeys } from "#shared/runtime/redis-keys.ts";
import { requireWrites } from "#shared/runtime/redis-refusals.ts";
import { createWorkerHealth } from "./health/worker-health.ts";

interface Options {
  /** As the process is called in logs, figures and MongoDB's list of connections. */
  name: "workers" | "reports";
  config: ServiceConfig;
  log: Logger;
  life: Lifecycle;
  database: string | undefined;
  prefix: string | undefined;
}

/** What each process of this package opens first and closes last. The patient connection is the queues'. */
export const openStores = async ({ name, config, log, life, database, prefix = "cansole" }: Options) => {
  const keys = createRedisKeys(prefix, bucketsOf(config.REDIS_URL));
  const mongo = await connectMongo(config.MONGODB_URI, { database, appName: `cansole-${name}` });
  life.add("mongo", mongo.close);
  await migrated(mongo.collections, log);
  await refuseOtherUse(config, mongo.collections);
  const health = createWorkerHealth(name, config, log);
  const redis = health.connect("fast", "commands");
  life.add("redis", () => redis.disconnect());
  await requireWrites(redis, config.REDIS_URL);
  await requireOwnRedis({ mongo, redis, keys, url: config.REDIS_URL });
  const patient = health.connect("patient", "queues");
  life.add("redis of the queues", () => patient.disconnect());
  const queues = createQueues(redis, keys, log);
  life.add("queues", queues.close);
  return { keys, mongo, health, redis, patient, queues };
};
