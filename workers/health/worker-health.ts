import type { ServiceConfig } from "#shared/runtime/config.ts";
import type { Lifecycle } from "#shared/runtime/lifecycle.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Queues } from "#shared/runtime/queues.ts";
import { connectRedis, type Heard, type RedisConnection } from "#shared/runtime/redis.ts";
import { createReadiness } from "./readiness.ts";
import { serveWorkerHealth } from "./serve-health.ts";
import { createWorkerMetrics } from "./worker-metrics.ts";

interface Served {
  mongo: Mongo;
  redis: RedisConnection;
  queues: Queues;
  queueNames: readonly string[];
  overdue?: () => Promise<string[]>;
  life: Lifecycle;
  /** None: nobody is served. */
  port: number | undefined;
}

/** The health of a worker process, and who may read it. */
export const createWorkerHealth = (service: string, config: ServiceConfig, log: Logger) => {
  const metrics = createWorkerMetrics(service);
  const connections: Heard[] = [];
  const lost = (store: string, use: string) => metrics.lostConnections.inc({ store, use });
  return {
    measured: metrics.measured,
    late: (queue: string): void => metrics.lateJobs.inc({ queue }),
    /** As `connectRedis`; those of queues, and what BullMQ makes of them, are watched. */
    connect: (kind: "fast" | "patient", use: "commands" | "queues"): RedisConnection =>
      connectRedis(config.REDIS_URL, kind, log, {
        onLost: () => lost("redis", use),
        ...(use === "queues" ? { onMade: (heard: Heard) => void connections.push(heard) } : {}),
      }),
    /** Answers the port; null where none is configured. */
    serve: async ({ life, port, mongo, ...parts }: Served): Promise<number | null> => {
      mongo.client.on("connectionClosed", ({ reason }) => {
        if (reason === "error" || reason === "stale") lost("mongodb", "commands");
      });
      if (port === undefined) return null;
      const readiness = createReadiness({ ...parts, mongo, connections, metrics });
      const options = { port, host: config.HEALTH_HOST, metricsToken: config.METRICS_TOKEN };
      const served = await serveWorkerHealth({ ...options, readiness, metrics });
      life.add("health", served.stop);
      log.info({ port: served.port }, "health is served");
      return served.port;
    },
  };
};
