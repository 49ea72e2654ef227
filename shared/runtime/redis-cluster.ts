import { Cluster, Command, type Redis } from "ioredis";
import type { ClusterAddress } from "./redis-address.ts";

/** How often a connection learns anew which node has what; a failover is noticed by its next refused command as well. */
const learnEveryMs = 2_000;
const answerMs = 3_000;
/** A patient command is sent again for half a minute: longer than a replica takes to stand in for its primary. */
const patient = { maxRedirections: 150, retryDelayOnFailover: 200, retryDelayOnClusterDown: 200 };
/** What was under way when a node went fails, and is never sent a second time. */
const fast = { retryDelayOnFailover: 0, retryDelayOnClusterDown: 0 };

export const credentialsOf = ({ username, password, isEncrypted }: ClusterAddress) => ({
  ...(username === undefined ? {} : { username }),
  ...(password === undefined ? {} : { password }),
  ...(isEncrypted ? { tls: {} } : {}),
});

/** Connects by the named nodes to all. */
export const openCluster = (address: ClusterAddress, kind: "fast" | "patient", commandTimeout?: number): Cluster =>
  new Cluster(address.nodes, {
    ...(kind === "fast" ? fast : patient),
    clusterRetryStrategy: (times) => Math.min(50 * 2 ** Math.min(times - 1, 10), 1_000),
    // Where ioredis fails this check it leaves the promise of `connect` open, on which BullMQ's workers wait for good. The
    // probe of each primary finds the same.
    enableReadyCheck: false,
    slotsRefreshInterval: learnEveryMs,
    slotsRefreshTimeout: answerMs,
    // A certificate is issued for a name.
    dnsLookup: (host, callback) => callback(null, host),
    redisOptions: {
      ...credentialsOf(address),
      maxRetriesPerRequest: kind === "fast" ? 0 : null,
      ...(commandTimeout === undefined ? {} : { commandTimeout }),
    },
  });

const slotOf = (key: string): number => new Command("get", [key]).getSlot() ?? 0;
/** More than are needed to hit each of a thousand nodes. */
const mostNames = 20_000;

/** For each primary that serves slots a key that lies there, by its host and port. */
export const keyOfEachPrimary = ({ slots }: Pick<Cluster, "slots">): Map<string, string> => {
  const primaries = new Set<string>();
  let before: string | undefined;
  for (const nodes of slots) {
    const primary = nodes?.[0];
    if (primary !== undefined && primary !== before) primaries.add(primary);
    before = primary;
  }
  const found = new Map<string, string>();
  for (let n = 0; found.size < primaries.size && n < mostNames; n += 1) {
    const key = `cansole:asked:${n}`;
    const primary = slots[slotOf(key)]?.[0];
    if (primary !== undefined && !found.has(primary)) found.set(primary, key);
  }
  return found;
};

/** What `connectRedis` returns for a URL that names a cluster. */
export const asCluster = (redis: Redis | Cluster): Cluster | null => (redis instanceof Cluster ? redis : null);
