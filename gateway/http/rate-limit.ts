import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { addressName } from "#shared/http/address-name.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { within } from "#shared/http/within.ts";
import type { GatewayParts } from "../parts.ts";
import type { CountCalls } from "./api-key.ts";

const minuteMs = 60_000;

/** The library counts each port of a client apart where a proxy names it with its port. */
const byAddress = ({ ip }: FastifyRequest): string => addressName(ip);

type Counter = ReturnType<FastifyInstance["createRateLimit"]>;

/** A count a minute over all gateways, in a scope of its own: the plugin takes one limit a scope. */
const openCounter = async (app: FastifyInstance, options: Parameters<typeof rateLimit>[1]): Promise<Counter> => {
  const opened: { counter?: Counter } = {};
  await app.register(async (scope) => {
    await scope.register(rateLimit, { global: false, timeWindow: minuteMs, skipOnError: false, ...options });
    opened.counter = scope.createRateLimit();
  });
  if (!opened.counter) throw new Error("a scope was not opened");
  return opened.counter;
};

/** Throws `too-many` with the seconds to wait where the count is over its limit. */
const refuseBeyond = (counted: Awaited<ReturnType<Counter>> | null, words: string): void => {
  if (!counted || counted.isAllowed || !counted.isExceeded) return;
  const retryAfterSeconds = Math.max(1, counted.ttlInSeconds);
  throw new DomainError("too-many", `${words}. Try again in ${retryAfterSeconds} seconds`, { retryAfterSeconds });
};

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
    keyGenerator: byAddress,
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
    refuseBeyond(counted, "Too many sign-in attempts from your address");
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
  const count = await openCounter(app, {
    redis,
    nameSpace: `${keys.rateLimit}key:`,
    max: limits.intakePerMinute,
    keyGenerator: ({ keyHolder }) => keyHolder?.keyId.toHexString() ?? "",
  });
  return async (request) => {
    const counted = await within(limits.redisMs, "Redis", count(request)).catch((error: Error) => {
      log.warn({ why: error.message }, "calls of an API key could not be counted");
      return null;
    });
    refuseBeyond(counted, "Too many calls with this API key");
  };
};

/**
 * Counts calls that showed no right API key, by address and minute. Only they are counted and refused: a caller with a
 * right key is served from the same address. While Redis is away they are refused as wrong, which they are.
 */
export const countWrongKeys = async (
  app: FastifyInstance,
  { redis, keys, limits, strangers, log }: Pick<GatewayParts, "redis" | "keys" | "limits" | "strangers" | "log">,
): Promise<CountCalls> => {
  const count = await openCounter(app, {
    redis,
    nameSpace: `${keys.rateLimit}wrong-key:`,
    max: limits.wrongKeysPerMinute,
    keyGenerator: byAddress,
  });
  return async (request) => {
    const counted = await within(limits.redisMs, "Redis", count(request)).catch((error: Error) => {
      if (strangers.isFirst("wrong keys not counted"))
        log.warn({ why: error.message }, "calls without a right API key could not be counted");
      return null;
    });
    refuseBeyond(counted, "Too many calls without a right API key from your address");
  };
};
