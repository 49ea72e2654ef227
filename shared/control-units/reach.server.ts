import { within } from "../http/within.ts";
import type { Bus } from "../runtime/bus.ts";
import type { Logger } from "../runtime/logger.ts";
import type { RedisConnection } from "../runtime/redis.ts";
import { createDoubt } from "../runtime/redis-doubt.ts";
import type { RedisKeys } from "../runtime/redis-keys.ts";

interface Parts {
  redis: RedisConnection;
  keys: RedisKeys;
  bus: Pick<Bus, "publish">;
  log: Logger;
  /** Counts in milliseconds; never set by anybody. */
  monotonicMs?: () => number;
}
/** The gateway that has a unit; `offline` only where that is sure. */
type Place = { gateway: string } | "offline" | "unknown";

const answerMs = 1_000;
/**
 * A gateway whose subscription has broken, unknown to itself, notices and subscribes anew within this time: one on which
 * nobody listens is gone only when that has lasted longer.
 */
const deafMs = 6_000;
/**
 * A process that waits for a gateway notifies it each second; after a longer pause it may have been there in between.
 */
const repeatedMs = 3_000;
/** Not every caller waits for a frozen Redis in turn. */
const restMs = 500;

const createDeafGateways = (monotonicMs: () => number) => {
  /** Gateways on which nobody listened, since when, and when that was seen last. */
  const deaf = new Map<string, { since: number; seenAt: number }>();

  /**
   * Whether a gateway has had no listener for so long that it is surely gone. Call it each time that nobody listened.
   */
  const isGone = (gateway: string): boolean => {
    const now = monotonicMs();
    const before = deaf.get(gateway);
    const since = before && now - before.seenAt <= repeatedMs ? before.since : now;
    for (const [name, { seenAt }] of deaf) if (now - seenAt > repeatedMs) deaf.delete(name);
    deaf.set(gateway, { since, seenAt: now });
    return now - since >= deafMs;
  };
  return { isGone, heard: (gateway: string) => deaf.delete(gateway) };
};

/**
 * Where a unit can be reached. A Redis that gives no answer or takes no writes proves nothing; nor does one that has
 * just come back or was just emptied: it knows neither links nor listeners yet.
 */
export const createReach = ({ redis, keys, bus, log, monotonicMs = () => performance.now() }: Parts) => {
  const doubt = createDoubt(redis, monotonicMs);
  let restUntil = 0;
  let isSilent = false;
  /** The value of each bucket's `presenceLoaded` last time; another one means that Redis was emptied in between. */
  const known = new Map<number, string>();

  const note = (bucket: number, loaded: string | null) => {
    const before = known.get(bucket);
    if (before !== undefined && before !== (loaded ?? "")) doubt.begin();
    known.set(bucket, loaded ?? "");
  };
  const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (monotonicMs() < restUntil) return null;
    try {
      const answer = await within(answerMs, "Redis", work());
      isSilent = false;
      return answer;
    } catch (error) {
      if (!isSilent) log.warn({ err: error }, "Redis could not say where control units are connected");
      isSilent = true;
      doubt.begin();
      restUntil = monotonicMs() + restMs;
      return null;
    }
  };
  const deaf = createDeafGateways(monotonicMs);
  /**
   * PUBLISH counts who listens at one node alone where there are several: a gateway of a cluster is there for as long as
   * its lease.
   */
  const listens = async (gateway: string, counted: number): Promise<boolean> =>
    counted > 0 || (keys.isCluster && (await redis.exists(keys.gatewayLease(gateway))) === 1);
  const surely = (): Place => (doubt.isIn() ? "unknown" : "offline");

  return {
    /** One place per unit, in their order. Without units it only checks whether Redis was emptied. */
    find: async (serialNumbers: string[]): Promise<Place[]> => {
      const buckets = keys.byBucket(serialNumbers, (unit) => unit);
      for (const bucket of keys.presence.keys()) if (serialNumbers.length === 0) buckets.set(bucket, []);
      const found = await attempt(() =>
        Promise.all(
          [...buckets].map(async ([bucket, units]) => {
            const loadedKey = keys.presence[bucket]?.presenceLoaded ?? "";
            return { bucket, units, values: await redis.mget(loadedKey, ...units.map(keys.link)) };
          }),
        ),
      );
      if (!found) return serialNumbers.map(() => "unknown");
      for (const { bucket, values } of found) note(bucket, values[0] ?? null);
      const places = new Map<string, Place>();
      for (const { units, values } of found) {
        const [loaded = null, ...links] = values;
        for (const [at, unit] of units.entries()) {
          const link = links[at];
          if (link) places.set(unit, { gateway: link.slice(0, link.indexOf(":")) });
          else places.set(unit, loaded ? surely() : "unknown");
        }
      }
      return serialNumbers.map((unit) => places.get(unit) ?? "unknown");
    },

    /** Notifies the gateway; returns what that shows of the unit: `offline` where nobody has listened for a while. */
    notify: async (gateway: string, commandId: string): Promise<Place> => {
      const isThere = await attempt(async () =>
        listens(gateway, await bus.publish("command.ready", { commandId }, gateway)),
      );
      if (isThere === null) return "unknown";
      if (!isThere) return deaf.isGone(gateway) ? surely() : "unknown";
      deaf.heard(gateway);
      return { gateway };
    },
  };
};
export type Reach = ReturnType<typeof createReach>;
