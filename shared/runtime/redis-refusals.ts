import type { Cluster, Redis } from "ioredis";
import { within } from "../http/within.ts";
import { ConfigError } from "./config.ts";
import { redisHosts } from "./redis-address.ts";
import { asCluster, keyOfEachPrimary } from "./redis-cluster.ts";

/** Why a Redis that answers takes no writes: its own text, and one for the operator of the server. */
const refusals = {
  READONLY: "it is a read-only replica. Where another server has taken over, the address must lead to that one",
  OOM: "its memory is full. Raise its maxmemory, or free what does not belong there",
  MISCONF: "it cannot write to its disk. Free space there, and look at its log",
  NOREPLICAS: "too few of its replicas are connected. Bring them back, or lower min-replicas-to-write",
  NOPERM: "its user may not write. Give it that right back (ACL SETUSER)",
  CLUSTERDOWN: "a part of the cluster has no primary that answers. Look at CLUSTER NODES",
} as const;
export type Refusal = keyof typeof refusals;

/** At the begin of an error, or behind where a script stood when it came. */
const said = /(?:^|[\s-])(READONLY|MASTERDOWN|OOM|MISCONF|NOREPLICAS|CLUSTERDOWN) /;

/** The refusal that this error is; null where it is something else. */
export const refusalIn = (error: unknown): Refusal | null => {
  const word = error instanceof Error ? said.exec(error.message)?.[1] : undefined;
  if (word === undefined) return null;
  return word === "MASTERDOWN" ? "READONLY" : (word as Refusal);
};

export const refusalSentence = (refusal: Refusal): string => `Redis takes no writes: ${refusals[refusal]}`;

const probeKey = "cansole:asked";

const tryPrimaries = async (cluster: Cluster): Promise<void> => {
  const keys = [...keyOfEachPrimary(cluster).values()];
  if (cluster.status !== "ready" || keys.length === 0) throw new Error("CLUSTERDOWN no node of the cluster answers");
  await Promise.all(keys.map((key) => cluster.setrange(key, 0, "")));
};

/** A node of a cluster says so of a key that another one has. */
const isElsewhere = (error: unknown): boolean => (error as Error).message.startsWith("MOVED ");

/**
 * Tests with a write that changes nothing and leaves nothing in the append-only file: a replica, a full server and one
 * without a disk all answer PING and reads. In a cluster each primary is tested; a connection to one of its nodes, for
 * signals, is whole if that node answers. Rejects with the server's own refusal.
 */
export const tryWrite = async (redis: Redis): Promise<void> => {
  const cluster = asCluster(redis);
  if (cluster) return tryPrimaries(cluster);
  try {
    await redis.setrange(probeKey, 0, "");
  } catch (error) {
    if (isElsewhere(error)) return;
    // A server that speaks RESP2 alone: a connection with subscriptions can send nothing else.
    if (!(error as Error).message.includes("subscriber mode")) throw error;
    await redis.ping();
  }
};

/** What a connection knows by itself. */
interface Known {
  refusal(): Refusal | null;
}

const startMs = 5_000;

/** ioredis goes on in database 0 where there is no such one, which may be another program's. */
const whyNoDatabase = async (redis: Redis): Promise<string | null> => {
  const { db = 0 } = redis.options;
  if (db === 0) return null;
  return redis.select(db).then(
    () => null,
    ({ message }: Error) => (message.includes("out of range") ? `has no database ${db}` : null),
  );
};

/** Why these servers are not what the URL says they are; null where they are, or do not answer. */
const whyNotAsNamed = async (redis: Redis): Promise<string | null> => {
  const cluster = asCluster(redis);
  if (!cluster) {
    const isNode = (await redis.info("cluster")).includes("cluster_enabled:1");
    if (isNode) return "is one node of a cluster: name several of its nodes, separated by commas";
    return whyNoDatabase(redis);
  }
  const isReady = new Promise<null>((resolve) => {
    if (cluster.status === "ready") resolve(null);
    else cluster.once("ready", () => resolve(null));
  });
  const isNone = new Promise<string>((resolve) => {
    cluster.on("node error", ({ message }: Error) => {
      if (message.includes("cluster support disabled")) resolve("are no nodes of a cluster: name one Redis alone");
    });
  });
  return within(startMs, "Redis", Promise.race([isReady, isNone]));
};

/**
 * At the start of a process. Throws a ConfigError that names REDIS_URL and what to do, where Redis answers and takes no
 * writes, lacks the database, or is a cluster and named as one Redis, or the other way round; one that does not answer
 * is left to its next user.
 */
export const requireWrites = async (redis: Redis & Known, url: string): Promise<void> => {
  const misnamed = whyNotAsNamed(redis).catch(() => null);
  if (asCluster(redis)) await misnamed;
  const failure = await tryWrite(redis).then(
    () => null,
    (error: unknown) => ({ refusal: refusalIn(error) ?? redis.refusal() }),
  );
  const why = await misnamed;
  if (why !== null) throw new ConfigError(`REDIS_URL leads to ${redisHosts(url)}, which ${why}.`);
  if (!failure?.refusal) return;
  throw new ConfigError(
    `REDIS_URL leads to ${redisHosts(url)}, which takes no writes: ${refusals[failure.refusal]}, then start again.`,
  );
};
