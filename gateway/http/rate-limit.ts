import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { DomainError } from "#shared/http/domain-error.ts";
import { within } from "#shared/http/within.ts";
import type { GatewayParts } from "../parts.ts";
import type { CountCalls } from "./api-key.ts";

const minuteMs = 60_000;

/**
 * Counts every call in this scope per address and minute, over all gateways (an IPv6 address counts as its /64).
 * With TRUST_PROXY the address is the proxy's client. While Redis is away the calls are 503, never unlimited.
 */
export const limitSignIn = async (
  scope: FastifyInstance,
  { redis, keys, limits, strangers }: Pick<GatewayParts, "redis" | "keys" | "limits" | "strangers">,
): Promise<void> => {
  await scope.register(rateLimit, {
    global: false,
    redis,
    nameSpace: keys.rateLimit,
    max: limits.signInPerMinute,
    timeWindow: minuteMs,
    skipOnError: false,
  });
  const count = scope.createRateLimit();
  scope.addHook("onRequest", async (request) => {
    const counted = await within(limits.redisMs, "Redis", count(request)).catch((error: Error) => {
      if (strangers.isFirst("not counted"))
        request.log.warn({ why: error.message }, "sign-in calls could not be counted");
      throw new DomainError("unavailable", "Signing in is not possible right now; try again shortly");
    });
    if (counted.isAllowed || !counted.isExceeded) return;
    const retryAfterSeconds = Math.max(1, counted.ttlInSeconds);
    throw new DomainError(
      "too-many",
      `Too many sign-in attempts from your address. Try again in ${retryAfterSeconds} seconds`,
      { retryAfterSeconds },
    );
  });
};

/**
 * Counts the calls of each API key by the minute, over all gateways. While Redis is away nothing is counted: a key is
 * no guess, and customers go on buying.
 */
export const countKeyCalls = async (
  app: FastifyInstance,
  { redis, keys, limits, log }: Pick<GatewayParts, "redis" | "keys" | "limits" | "log">,
): Promise<CountCalls> => {
  let count: ReturnType<FastifyInstance["createRateLimit"]> | null = null;
  await app.register(async (scope) => {
    await scope.register(rateLimit, {
      global: false,
      redis,
      nameSpace: `${keys.rateLimit}key:`,
      max: limits.intakePerMinute,
      timeWindow: minuteMs,
      skipOnError: false,
      keyGenerator: ({ keyHolder }) => keyHolder?.keyId.toHexString() ?? "",
    });
    count = scope.createRateLimit();
  });
  return async (request) => {
    if (!count) return;
    const counted = await within(limits.redisMs, "Redis", count(request)).catch((error: Error) => {
      log.warn({ why: error.message }, "calls of an API key could not be counted");
      return null;
    });
    if (!counted || counted.isAllowed || !counted.isExceeded) return;
    const retryAfterSeconds = Math.max(1, counted.ttlInSeconds);
    throw new DomainError("too-many", `Too many calls with this API key. Try again in ${retryAfterSeconds} seconds`, {
      retryAfterSeconds,
    });
  };
};
