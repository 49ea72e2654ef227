import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { DomainError } from "#shared/http/domain-error.ts";
import { within } from "#shared/http/within.ts";
import type { GatewayParts } from "../parts.ts";

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
