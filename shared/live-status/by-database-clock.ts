import type { Presence } from "./live-status.schema.ts";

/** In milliseconds. A smaller difference may be the time that the answer took. */
const tolerableMs = 2_000;

/**
 * Presences with their times by MongoDB's clock, with which they are compared, where Redis's differs from it. `redisNow` is
 * the moment of their answer by Redis's clock, `now` the same by MongoDB's, both in milliseconds since 1970.
 */
export const byDatabaseClock = (presences: Presence[], redisNow: number | undefined, now: number): Presence[] => {
  const aheadMs = redisNow === undefined ? 0 : now - redisNow;
  if (Math.abs(aheadMs) <= tolerableMs) return presences;
  return presences.map((presence) => ({ ...presence, lastSeen: presence.lastSeen + aheadMs }));
};
