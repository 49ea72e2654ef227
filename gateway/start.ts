import { randomBytes } from "node:crypto";
import { lookup } from "node:dns/promises";
import { startHeartbeat } from "#shared/health/heartbeat.server.ts";
import { createAddressRanges } from "#shared/http/address-ranges.server.ts";
import { createPresence, type PresenceStore } from "#shared/live-status/presence.server.ts";
import type { Clock } from "#shared/runtime/clock.ts";
import type { ServiceConfig } from "#shared/runtime/config.ts";
import { createLifecycle, type Lifecycle } from "#shared/runtime/lifecycle.ts";
import { createLogger, type Logger } from "#shared/runtime/logger.ts";
import { createBroker } from "../broker/broker.ts";
import { createGateway } from "./app.ts";
import { brokerLimits } from "./broker-limits.ts";
import { ensureAdmin } from "./features/auth/first-admin.ts";
import { createMachineFigures } from "./features/health/machine-figures.ts";
import { createMetrics } from "./http/metrics.ts";
import { createStrangers } from "./http/stranger-counts.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { createMachineLink } from "./machine-link/machine-link.ts";
import { readMqttTls } from "./mqtt-tls.ts";
import { openStores } from "./open-stores.ts";
import type { ChangeFeed, GatewayParts } from "./parts.ts";
import { createChangeFeed } from "./push/change-stream.ts";
import { createKnown } from "./records/known.ts";
import { every, serveOperators } from "./serve-operators.ts";

interface GatewayOptions {
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

/** The broker of the control units, and what their messages do. */
const serveMachines = async (
  parts: GatewayParts & { feed: ChangeFeed; presence: PresenceStore },
  options: GatewayOptions,
  life: Lifecycle,
) => {
  const { config, limits, log, metrics, strangers } = parts;
  const balancers = config.MQTT_PROXY_PROTOCOL;
  const link = createMachineLink(parts);
  const broker = await createBroker({
    desk: link.desk,
    log,
    strangers,
    limits: brokerLimits(limits, config),
    counters: metrics,
    listen: {
      host: config.HOST,
      port: options.mqttPort ?? config.MQTT_PORT,
      wsPort: config.MQTT_WS_PORT,
      tls: await readMqttTls(config),
      isBalancer: balancers.length > 0 ? createAddressRanges(balancers) : undefined,
    },
  });
  life.add("what machines said last", link.flush);
  life.add("broker", broker.stop);
  link.attach(broker);
  await link.start();
  life.add("machine link", link.stop);
  const mostMs = config.MQTT_CLOSE_SECONDS * 1_000;
  const fewMs = () => (broker.connections().length / limits.closeUnitsPerSecond) * 1_000;
  // Readiness has ended by then, so balancers send units to other gateways.
  life.add("units", () => broker.retire(Math.min(mostMs, fewMs())), mostMs + 5_000);
  return broker;
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

const build = async (config: ServiceConfig, options: GatewayOptions, limits: Limits, log: Logger, life: Lifecycle) => {
  const metrics = createMetrics();
  const strangers = createStrangers({ log, metrics, limits });
  life.add("what strangers caused", strangers.stop);
  const stores = await openStores({ config, options, limits, log, life, metrics });
  const gatewayId = randomBytes(6).toString("hex");
  const { clock, mongo, redis, keys, bus } = stores;
  const parts: GatewayParts = { ...stores, config, gatewayId, limits, log, metrics, strangers };

  const { silentAfterSeconds, linkSeconds } = limits;
  const presence = createPresence({
    redis,
    keys,
    clock,
    collections: mongo.collections,
    log,
    silentAfterSeconds,
    linkSeconds,
    redisClock: options.clock,
  });
  const feed = createChangeFeed(parts);
  await feed.start();
  life.add("change stream", feed.stop);

  const broker =
    config.GATEWAY_ROLE === "http" ? null : await serveMachines({ ...parts, feed, presence }, options, life);
  // Only operators are served long lists: for units alone nothing of them is followed.
  const isForUnits = config.GATEWAY_ROLE === "machines";
  const unheard = { ...feed, on: () => undefined, onGap: () => undefined };
  const { known, prepare } = await createKnown({ ...parts, presence, feed: isForUnits ? unheard : feed });
  const app = await createGateway({ ...parts, ...known, presence, feed, lines: broker });
  life.add("http", () => app.close());
  const stock = isForUnits ? null : await serveOperators(app, { ...parts, ...known, feed, presence }, life);
  await feed.follow();
  if (!isForUnits) void prepare();
  life.add("presence sweep", every(log, limits.sweepEveryMs, "presence", presence.sweep));
  const remember = async () => {
    for (const presences of await presence.remembered()) bus.notifyHere("presence.changed", { presences });
  };
  life.add("presence while Redis is in doubt", every(log, limits.rememberEveryMs, "remembered presence", remember));

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
