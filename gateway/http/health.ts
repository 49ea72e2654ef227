import type { FastifyInstance } from "fastify";
import { createOneRun } from "#shared/concurrency/single-flight.ts";
import type { MachineLines } from "#shared/events/unit-connections.ts";
import { within } from "#shared/http/within.ts";
import { refusalSentence, tryWrite } from "#shared/runtime/redis-refusals.ts";
import { version } from "#shared/runtime/version.ts";
import type { GatewayParts } from "../parts.ts";
import { insidersOnly } from "./insiders.ts";

type HealthParts = Pick<GatewayParts, "config" | "mongo" | "redis" | "bus" | "metrics" | "limits" | "databaseClock"> & {
  /** The change stream, in short. */
  feed: { isHeard(): boolean };
};
type State = "up" | "down" | "none";

/**
 * /healthz says that the process answers, /readyz that it can work, /metrics how it does. They carry nothing about
 * operators or customers; the first two are open, the figures are for insiders. Times of answers are measured here for every route.
 */
export const serveHealth = (app: FastifyInstance, parts: HealthParts, lines: MachineLines | null): void => {
  const { config, mongo, redis, bus, feed, metrics, limits, databaseClock } = parts;

  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    metrics.httpTimes.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });

  app.get("/healthz", async () => ({ success: true, status: "up" }));

  /** All parts are probed at once and raced with a timer: a frozen server counts as down. */
  const probe = async (work: () => Promise<unknown>, ms = limits.redisMs): Promise<"up" | "down"> => {
    try {
      await within(ms, "The part", work());
      return "up";
    } catch {
      return "down";
    }
  };
  /**
   * `signals` covers other processes, `changes` the database: each has a connection that can fall silent by itself.
   * Calls that come while a check is under way share it: anybody may call, each check costs every store work, and
   * Prometheus gives up before two of them are over.
   */
  const { run: states } = createOneRun(async (): Promise<Record<string, State>> => {
    const [mongodb, redisState, signals, broker] = await Promise.all([
      // For this long a call waits for its write as well.
      probe(mongo.tryWrite, limits.httpMs),
      probe(() => tryWrite(redis)),
      probe(() => bus.answers()),
      lines ? probe(() => lines.roundTrip(limits.redisMs)) : ("none" as const),
    ]);
    const found: Record<string, State> = {
      mongodb,
      redis: redisState,
      signals,
      changes: feed.isHeard() ? "up" : "down",
      broker,
    };
    for (const [part, state] of Object.entries(found))
      if (state !== "none") metrics.partUp.set({ part }, state === "up" ? 1 : 0);
    return found;
  });
  app.get("/readyz", async (_request, reply) => {
    const found = await states();
    const unset = databaseClock.complaint();
    const down = Object.entries(found).flatMap(([name, state]) => (state === "down" ? [name] : []));
    const refusal = redis.refusal();
    const reasons = [unset, refusal === null ? null : refusalSentence(refusal)];
    const why = [...down, ...reasons.filter((reason) => reason !== null)];
    const all = { ...found, clock: unset === null ? "set" : "unset", version };
    if (why.length === 0) return { success: true, ...all };
    return reply.code(503).send({ success: false, code: "unavailable", error: `Not ready: ${why.join(", ")}`, ...all });
  });

  app.get("/metrics", { onRequest: insidersOnly(config) }, async (_request, reply) => {
    await Promise.all([states(), metrics.count()]);
    metrics.clockSkew.set(databaseClock.skewMs() / 1_000);
    metrics.clockUncertainty.set(databaseClock.uncertaintyMs() / 1_000);
    void reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
};
