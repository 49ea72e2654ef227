import type { Redis } from "ioredis";
import type { RedisKeys } from "../runtime/redis-keys.ts";

/** The gateway that puts back the last bucket of a node is later than the first by no more than this. */
const reloadTurnMs = 5_000;
const gatherMs = 100;

/** Who does what when Redis was emptied. Each bucket of an emptied node of a cluster is noticed by itself. */
export const createEmptied = ({ redis, keys }: { redis: Redis; keys: RedisKeys }) => {
  const listeners: (() => void)[] = [];
  let isAnnouncing = false;
  return {
    on: (listener: () => void): void => {
      listeners.push(listener);
    },
    /** A listener writes all that it knows: it is called once for what is noticed at one moment. */
    announce: (): void => {
      if (isAnnouncing) return;
      isAnnouncing = true;
      setTimeout(() => {
        isAnnouncing = false;
        for (const listener of listeners) listener();
      }, gatherMs).unref();
    },
    /** True for the one process that has all pages load again, though others marked some of a cluster's buckets. */
    takesReload: async (mark: string): Promise<boolean> =>
      !keys.isCluster || (await redis.set(keys.presenceReload, mark, "PX", reloadTurnMs, "NX")) === "OK",
  };
};
