import type { Redis } from "ioredis";
import type { RedisKeys } from "./redis-keys.ts";

/** Nobody may gain guesses or lose a code by an upgrade: these move to their new name, with the time that they last. */
const kept = ["otp", "otpRequests", "wrongTries"] as const satisfies (keyof RedisKeys)[];
/** What is computed anew, and the jobs: those only wake others up. */
const rebuilt = ["presence", "link", "stock", "stock-loaded", "stock-check", "jobs"];

/**
 * Earlier versions named their keys without hash tags. No key of today can be one of theirs, so nothing is misread;
 * this carries over what cannot be computed anew and removes the rest. Safe to repeat, from several places at once.
 */
export const carryOverEarlierKeys = async (
  redis: Redis,
  prefix: string,
  keys: RedisKeys,
): Promise<{ kept: number; removed: number }> => {
  /** `x:otp:` and how an account's key is called today. */
  const moves = kept.map((name) => {
    const [start = ""] = keys[name]("").split("{");
    return { start, today: keys[name] };
  });
  const isRebuilt = (key: string) => rebuilt.some((name) => `${key}:`.startsWith(`${prefix}:${name}:`));

  const done = { kept: 0, removed: 0 };
  for await (const found of redis.scanStream({ match: `${prefix}:*`, count: 1_000 }) as AsyncIterable<string[]>) {
    for (const key of found) {
      const move = moves.find(({ start }) => key.startsWith(start));
      if (!move || key.startsWith("{", move.start.length)) continue;
      try {
        // Where today's exists already the earlier one is left to its end.
        done.kept += await redis.renamenx(key, move.today(key.slice(move.start.length)));
      } catch (error) {
        // Another gateway was faster, or the key has ended meanwhile.
        if (!(error as Error).message.includes("no such key")) throw error;
      }
    }
    const gone = found.filter(isRebuilt);
    if (gone.length > 0) done.removed += await redis.unlink(...gone);
  }
  return done;
};
