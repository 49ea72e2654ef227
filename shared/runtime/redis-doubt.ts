import type { RedisConnection } from "./redis.ts";

/**
 * Gateways that lost Redis, found it emptied or could not write subscribe and write their connections within this time.
 */
const doubtMs = 5_000;

/**
 * Whether what Redis says of units proves nothing (decision 0016): it was lost or takes no writes, or that ended a moment
 * ago. `begin` is for who finds another reason. `monotonicMs` counts in milliseconds and is never set by anybody.
 */
export const createDoubt = (redis: RedisConnection, monotonicMs: () => number = () => performance.now()) => {
  let until = 0;
  let wasLost = false;
  const begin = () => {
    until = monotonicMs() + doubtMs;
  };
  redis.on("close", () => {
    wasLost = true;
  });
  redis.on("ready", () => {
    if (wasLost) begin();
    wasLost = false;
  });
  redis.on("accepted", begin);
  return {
    begin,
    isIn: (): boolean => wasLost || redis.refusal() !== null || monotonicMs() < until,
  };
};
