import { randomBytes } from "node:crypto";
import { lookup } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { createAudit } from "#shared/audit/audit.server.ts";
import { startHeartbeat } from "#shared/health/heartbeat.server.ts";
import { createAddressRanges } from "#shared/http/address-ranges.server.ts";
import { createPresence } from "#shared/live-status/presence.server.ts";
import { createBus } from "#shared/runtime/bus.ts";
import { type Clock, systemClock } from "#shared/runtime/clock.ts";
import { ConfigError, type ServiceConfig } from "#shared/runtime/config.ts";
import { createDatabaseClock } from "#shared/runtime/database-clock.ts";
import { refuseOtherUse } from "#shared/runtime/demo-marker.ts";
import { createLifecycle } from "#shared/runtime/lifecycle.ts";
import { createLogger, type Logger } from "#shared/runtime/logger.ts";
import { migrated } from "#shared/runtime/migrated.ts";
import { connectMongo } from "#shared/runtime/mongo.ts";
import { createQueues } from "#shared/runtime/queues.ts";
import { connectRedis, connectSubscriber } from "#shared/runtime/redis.ts";
import { bucketsOf, createRedisKeys } from "#shared/runtime/redis-keys.ts";
import { requireWrites } from "#shared/runtime/redis-refusals.ts";
import { createBroker } from "../broker/broker.ts";
import { createGateway } from "./app.ts";
import { brokerLimits } from "./broker-limits.ts";
import { ensureAdmin } from "./features/auth/first-admin.ts";
import { createReservations } from "./features/containers/reservations.ts";
import { createMachineFigures } from "./features/health/machine-figures.ts";
import { startStockKeeping } from "./features/inventory/stock.ts";
import { startPendingWatch } from "./features/pending-counts/pending-watch.ts";
import { countDrifts } from "./features/reconciliation/count-drifts.ts";
import { views } from "./features.ts";
import { createMetrics } from "./http/metrics.ts";
import { createStrangers } from "./http/stranger-counts.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { createMachineLink } from "./machine-link/machine-link.ts";
import type { GatewayParts } from "./parts.ts";
import { createChangeFeed } from "./push/change-stream.ts";
import { followNames } from "./push/names.ts";
import { relayChanges } from "./push/relay.ts";
import { openSockets } from "./push/socket.ts";
import { createKnownMachines } from "./records/known-machines.ts";
import { createToday } from "./records/today.ts";

export interface GatewayOptions {
  limits?: Partial<Limits>;
  clock?: Clock;
  log?: Logger;
  /** Database and Redis prefix of its own: tests and several consoles on one pair of servers. */
  database?: string;
  prefix?: string;
  /** 0 takes any free port. */
  port?: number;
  mqttPort?: number;
}

const readTls = async ({ MQTT_TLS_KEY, MQTT_TLS_CERT }: ServiceConfig) => {
  if (!MQTT_TLS_KEY || !MQTT_TLS_CERT) return undefined;
  const read = (variable: string, path: string) =>
    readFile(path).catch(() => {
      throw new ConfigError(`${variable} names a file that cannot be read: ${path}.`);
    });
  return { key: await read("MQTT_TLS_KEY", MQTT_TLS_KEY), cert: await read("MQTT_TLS_CERT", MQTT_TLS_CERT) };
};

/** Builds the parts in order, opens the broker, listens. A part that fails undoes the ones before it. */
export const startGateway = async (config: ServiceConfig, options: GatewayOptions = {}) => {
  const limits = { ...defaultLimits, ...options.limits };
  const log = options.log ?? createLogger("gateway", config.LOG_LEVEL);
  const life = createLifecycle(log);
  try {
    return await build(config, options, limits, log, life);
  } catch (error) {
    await life.stop();
    throw error;
  }
};

const build = async (
  config: ServiceConfig,
  options: GatewayOptions,
  limits: Limits,
  log: Logger,
  life: ReturnType<typeof createLifecycle>,
) => {
  const metrics = createMetrics();
  const strangers = createStrangers({ log, metrics, limits });
  life.add("what strangers caused", strangers.stop);
  const prefix = options.prefix ?? "cansole";
  const keys = createRedisKeys(prefix, bucketsOf(config.REDIS_URL));
  const mongo = await connectMongo(config.MONGODB_URI, { database: options.database, appName: "cansole-gateway" });
  life.add("mongo", mongo.close);
  mongo.client.on("connectionClosed", ({ reason }) => {
    if (reason === "error" || reason === "stale") metrics.lostConnections.inc({ store: "mongodb", use: "commands" });
  });
  await migrated(mongo.collections, log);
  const databaseClock = createDatabaseClock({
    readTime: mongo.serverTime,
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
  const subscriber = connectSubscriber(config.REDIS_URL, log, lost("signals"));
  life.add("redis subscriber", () => subscriber.disconnect());
  const bus = createBus({ redis, subscriber, keys, log });
  const queues = createQueues(redis, keys, log);
  life.add("queues", queues.close);
  const { collections } = mongo;
  const audit = createAudit(collections, clock);
  const gatewayId = randomBytes(6).toString("hex");
  const parts: GatewayParts = {
    config,
    gatewayId,
    limits,
    clock,
    databaseClock,
    log,
    mongo,
    redis,
    keys,
    bus,
    queues,
    audit,
    metrics,
    strangers,
  };

  /** A sweep that a store kept from its work is made up for by the next one. Returns how to end it. */
  const every = (ms: number, what: string, sweep: () => Promise<unknown>) => {
    const timer = setInterval(() => {
      sweep().catch((error: unknown) => log.debug({ err: error, what }, "a sweep failed"));
    }, ms);
    return () => clearInterval(timer);
  };

  const { silentAfterSeconds, linkSeconds } = limits;
  const presence = createPresence({
    redis,
    keys,
    clock,
    collections,
    log,
    silentAfterSeconds,
    linkSeconds,
    redisClock: options.clock,
  });
  const feed = createChangeFeed(parts);
  await feed.start();
  life.add("change stream", feed.stop);

  const servesMachines = config.GATEWAY_ROLE !== "http";
  const balancers = config.MQTT_PROXY_PROTOCOL;
  const link = createMachineLink({ ...parts, feed, presence });
  const broker = servesMachines
    ? await createBroker({
        desk: link.desk,
        log,
        strangers,
        limits: brokerLimits(limits, config),
        counters: metrics,
        listen: {
          host: config.HOST,
          port: options.mqttPort ?? config.MQTT_PORT,
          wsPort: config.MQTT_WS_PORT,
          tls: await readTls(config),
          isBalancer: balancers.length > 0 ? createAddressRanges(balancers) : undefined,
        },
      })
    : null;
  if (broker) {
    life.add("what machines said last", link.flush);
    life.add("broker", broker.stop);
    link.attach(broker);
    await link.start();
    life.add("machine link", link.stop);
    const mostMs = config.MQTT_CLOSE_SECONDS * 1_000;
    const fewMs = () => (broker.connections().length / limits.closeUnitsPerSecond) * 1_000;
    // Readiness has ended by then, so balancers send units to other gateways.
    life.add("units", () => broker.retire(Math.min(mostMs, fewMs())), mostMs + 5_000);
  }

  const knownMachines = await createKnownMachines({ ...parts, feed, presence });
  const app = await createGateway({ ...parts, presence, feed, knownMachines, lines: broker });
  life.add("http", () => app.close());
  let stock: ReturnType<typeof startStockKeeping> | null = null;
  if (config.GATEWAY_ROLE !== "machines") {
    const sockets = await openSockets(app, { ...parts, feed, logins: app.logins });
    life.add("sockets", sockets.stop);
    relayChanges(feed, sockets.audience, await followNames(feed, mongo, createToday(parts)), views);
    await countDrifts(parts, feed);
    const pendingWatch = await startPendingWatch({ ...parts, feed, presence, audience: sockets.audience });
    life.add("attention", pendingWatch.stop);
    stock = startStockKeeping({ ...parts, feed, audience: sockets.audience });
    life.add("stock keeping", stock.stop);
    const reservations = createReservations(parts);
    life.add("reservation sweep", every(limits.reservationSweepEveryMs, "reservations", reservations.sweep));
  }
  await feed.follow();
  if (config.GATEWAY_ROLE !== "machines") void knownMachines.prepare();
  life.add("presence sweep", every(limits.sweepEveryMs, "presence", presence.sweep));
  const remember = async () => {
    for (const presences of await presence.remembered()) bus.notifyHere("presence.changed", { presences });
  };
  life.add("presence while Redis is in doubt", every(limits.rememberEveryMs, "remembered presence", remember));

  // For the name `localhost` Fastify opens a further server for each further address, which the guards of connections
  // do not see. MQTT listens on the first address alone as well.
  const { address: host } = await lookup(config.HOST);
  const url = await app.listen({ host, port: options.port ?? config.PORT });
  // Last: a start that fails on a port has changed nothing.
  await ensureAdmin(parts);
  const figures = createMachineFigures({ metrics, feed, broker, streamSilentMs: limits.streamSilentMs });
  life.add("heartbeat", startHeartbeat({ mongo, kind: "gateway", log, figures }));
  return { url, mqttPort: broker?.ports.mqtt ?? null, parts, app, stock, stop: life.stop };
};
export type RunningGateway = Awaited<ReturnType<typeof startGateway>>;
