import { crc32 } from "node:zlib";
import { groupBy } from "../grouping/group-by.ts";
import { isClusterUrl } from "./redis-address.ts";

const presenceKeys = (tag: string) => ({
  /** Sorted set: units heard within the limit, by the time of their last message. */
  online: `${tag}:online`,
  /** Sorted set: units that fell silent, by the time of their last message. */
  offline: `${tag}:offline`,
  /** Hash: what each unit last said of itself, as JSON. */
  telemetry: `${tag}:telemetry`,
  /** Hash: the signal strength of each unit, as it was kept before its telemetry was. Read where that is missing. */
  strength: `${tag}:strength`,
  /** Set while the sorted sets have what MongoDB remembers; gone when Redis was emptied. */
  presenceLoaded: `${tag}:loaded`,
});
export type PresenceKeys = ReturnType<typeof presenceKeys>;

const inCluster = 64;
/** A single Redis keeps everything in one bucket. A cluster has 64, so that its nodes share units and machines. */
export const bucketsOf = (redisUrl: string): number => (isClusterUrl(redisUrl) ? inCluster : 1);

/**
 * Every Redis key that Cansole uses, under one prefix. Identity in a key is an id that never changes.
 * What one script or one command touches carries one hash tag (the part in braces), so that a Redis Cluster keeps it in
 * one place: presence with the links and messages of one bucket of units, the stock of one bucket of machines, the codes and counts
 * of one guessed account, one job queue. One Redis has one bucket and one tag for all queues.
 */
export const createRedisKeys = (prefix: string, buckets = 1) => {
  const isOne = buckets === 1;
  const tagsOf = (one: string, many: string) =>
    isOne ? [`{${prefix}:${one}}`] : Array.from({ length: buckets }, (_, n) => `{${prefix}:${many}:${n}}`);
  const presenceTags = tagsOf("presence", "p");
  const stockTags = tagsOf("stock", "stock");
  const bucketOf = isOne ? () => 0 : (id: string) => crc32(id) % buckets;
  const presence = presenceTags.map(presenceKeys);
  const stockTagOf = (machine: string) => stockTags[bucketOf(machine)];
  return {
    /** Those of one Redis, which has one bucket; a cluster's are in `presence`. */
    ...presenceKeys(presenceTags[0] ?? ""),
    isCluster: !isOne,
    /** The keys of each bucket. */
    presence,
    /**
     * Only in a cluster: exists while a published reload of all pages also counts for the next process that puts
     * presence back.
     */
    presenceReload: `${prefix}:presence-reload`,
    /** Serial numbers, or ids of machines, by their bucket. */
    byBucket: <T>(items: readonly T[], idOf: (item: T) => string): Map<number, T[]> => {
      if (!isOne) return groupBy(items, (item) => bucketOf(idOf(item)));
      return new Map(items.length > 0 ? [[0, [...items]]] : []);
    },
    /** Which gateway and connection have a unit. Written and read together with presence. */
    link: (serialNumber: string) => `${presenceTags[bucketOf(serialNumber)]}:link:${serialNumber}`,
    /** List: the last messages of a unit, the newest first. */
    unitMessages: (serialNumber: string) => `${presenceTags[bucketOf(serialNumber)]}:messages:${serialNumber}`,
    /** Names the database whose installation uses this Redis. */
    database: `${prefix}:database`,
    /** Stands while that gateway runs. In a cluster alone, where no command counts all who listen. */
    gatewayLease: (gateway: string) => `${prefix}:gateway:${gateway}`,
    /** Hash: a one-time code. Whose it is: an account at one known device, or at all unknown ones. */
    otp: (whose: string) => `${prefix}:otp:{${whose}}`,
    /** Sorted set: requests for codes, by time. */
    otpRequests: (whose: string) => `${prefix}:otp-requests:{${whose}}`,
    /** Sorted set: wrong codes by time; of passwords under a name of their own. */
    wrongTries: (whose: string) => `${prefix}:wrong-tries:{${whose}}`,
    /** Sorted set: names of phones and emails that were guessed, by time. */
    guessedStrangers: `${prefix}:strangers`,
    rateLimit: `${prefix}:rate:`,
    /** Hash: what is for sale at a machine, and the snapshot that it was computed from. */
    stock: (machine: string) => `${stockTagOf(machine)}:machine:${machine}`,
    /**
     * One per bucket: Redis has the stock of every machine in it, with all changes before this moment of the database.
     * Gone when its node was emptied.
     */
    stockLoaded: `${stockTags[0]}:loaded`,
    allStockLoaded: stockTags.map((tag) => `${tag}:loaded`),
    /** Names the gateway that computes all stock anew. */
    stockRebuild: `${stockTags[0]}:rebuild`,
    /** Exists until the next slice of all stock is compared with the database. */
    stockCheck: `${stockTags[0]}:check`,
    /** The last machine that was compared; gone after the last of all. */
    stockChecked: `${stockTags[0]}:checked`,
    /** Publish/subscribe channel of one signal: everybody's, or that of one process. */
    channel: (signal: string, to?: string) => `${prefix}:signal:${signal}${to ? `:${to}` : ""}`,
    /** What BullMQ puts before its own keys of a queue. */
    jobs: `{${prefix}:jobs}`,
    queue: (name: string) => (isOne ? `{${prefix}:jobs}` : `{${prefix}:jobs:${name}}`),
  };
};
export type RedisKeys = ReturnType<typeof createRedisKeys>;
