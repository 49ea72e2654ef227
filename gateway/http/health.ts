import type { FastifyInstance } from "fastify";
import { within } from "#shared/http/within.ts";
import type { GatewayParts, MachineLines } from "../parts.ts";
import { insidersOnly } from "./insiders.ts";

type HealthParts = Pick<GatewayParts, "config" | "mongo" | "redis" | "metrics" | "limits" | "databaseClock">;

/**
 * /healthz says that the process answers, /readyz that it can work, /metrics how it does. They carry nothing about
 * operators or customers; the first two are open, the figures are for insiders. Times of answers are measured here for every route.
 */
export const serveHealth = (app: FastifyInstance, parts: HealthParts, lines: MachineLines | null): void => {
  const { config, mongo, redis, metrics, limits, databaseClock } = parts;

  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    metrics.httpTimes.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });

  app.get("/healthz", async () => ({ success: true, status: "up" }));

  /** Each part is asked at once and raced with a timer: a frozen server is down for whoever waits for it. */
  const ask = async (work: () => Promise<unknown>): Promise<"up" | "down"> => {
    try {
      await within(limits.redisMs, "The part", work());
      return "up";
    } catch {
      return "down";
    }
  };
  app.get("/readyz", async (_request, reply) => {
    const [mongodb, redisState, broker] = await Promise.all([
      ask(() => mongo.db.command({ ping: 1 })),
      ask(() => redis.ping()),
      lines ? ask(() => lines.roundTrip(limits.redisMs)) : ("none" as const),
    ]);
    const unset = databaseClock.complaint();
    const states = { mongodb, redis: redisState, broker, clock: unset === null ? "set" : "unset" };
    const down = Object.entries(states).flatMap(([name, state]) => (state === "down" ? [name] : []));
    const why = [...down, ...(unset === null ? [] : [unset])];
    if (why.length === 0) return { success: true, ...states };
    return reply.code(503).send({ success: false, error: `Not ready: ${why.join(", ")}`, ...states });
  });

  app.get("/metrics", { onRequest: insidersOnly(config) }, async (_request, reply) => {
    metrics.clockSkew.set(databaseClock.skewMs() / 1_000);
    metrics.clockUncertainty.set(databaseClock.uncertaintyMs() / 1_000);
    void reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
};
