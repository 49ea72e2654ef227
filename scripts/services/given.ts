import { Redis } from "ioredis";
import { MongoClient } from "mongodb";
import { clusterAddress, redisHosts } from "#shared/runtime/redis-address.ts";
import { credentialsOf } from "#shared/runtime/redis-cluster.ts";
import { isOldEnough, oldest } from "./engine.ts";

interface GivenServer {
  url: string;
  /** For the line on the terminal: name, version and address, never a password. */
  description: string;
}

/** A set that has only just been started may still be electing. */
const electionMs = 20_000;
const connectMs = 5_000;

/** Checks the MongoDB that MONGODB_URI names; throws one sentence that says what to do. */
export async function checkGivenMongo(url: string, waitMs = electionMs): Promise<GivenServer> {
  const host = firstHost(url);
  const probe = mongoClient(directUrl(url), { serverSelectionTimeoutMS: connectMs });
  try {
    await probe.connect();
    const admin = probe.db("admin");
    const { version } = await admin.command({ buildInfo: 1 });
    if (!isOldEnough("mongo", version))
      throw new Refusal(`MONGODB_URI names MongoDB ${version} at ${host}, but ${oldest.mongo} or newer is needed.`);
    const hello = await admin.command({ hello: 1 });
    if (hello.msg !== "isdbgrid" && !hello.setName) throw new Refusal(noSet(host, Boolean(hello.isreplicaset)));
    if (hello.msg !== "isdbgrid") await waitForPrimary(url, host, waitMs);
    return { url, description: `MongoDB ${version} at ${host}, as MONGODB_URI says` };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`MONGODB_URI: the MongoDB at ${host} cannot be used: ${reason(error)}`);
  } finally {
    await probe.close();
  }
}

async function waitForPrimary(url: string, host: string, waitMs: number) {
  const client = mongoClient(url, { serverSelectionTimeoutMS: waitMs });
  try {
    await client.connect();
    await client.db("admin").command({ ping: 1 }, { readPreference: "primary" });
  } catch (error) {
    throw new Refusal(
      `MONGODB_URI: the replica set at ${host} has no primary that can be reached within ${waitMs / 1000} s: ${reason(error)} ` +
        "Its members must be reachable under the names that rs.conf() shows; for a set of one, directConnection=true in the URI does without them.",
    );
  } finally {
    await client.close();
  }
}

const noSet = (host: string, isAwaitingInitiation: boolean) =>
  isAwaitingInitiation
    ? `MONGODB_URI names a MongoDB at ${host} whose replica set was never initiated: run rs.initiate() on it once.`
    : `MONGODB_URI names a MongoDB at ${host} that is no replica set, which transactions and live screens need: ` +
      "start it with --replSet rs0 and run rs.initiate() once, or leave MONGODB_URI out and Cansole starts its own.";

/**
 * Checks the Redis that REDIS_URL names, or the first node of a cluster that answers; throws one sentence that says what
 * to do.
 */
export async function checkGivenRedis(url: string): Promise<GivenServer> {
  const address = clusterAddress(url);
  const hosts = redisHosts(url);
  if (!address) {
    const { name, warning, isNode } = await checkRedis(new Redis(url, probing), hosts);
    if (isNode)
      throw new Refusal(`REDIS_URL names ${hosts}, one node of a cluster: name several, separated by commas.`);
    return { url, description: `${name} at ${hosts}, as REDIS_URL says${warning}` };
  }
  let failure: unknown;
  for (const { host, port } of address.nodes) {
    const node = new Redis({ host, port, ...credentialsOf(address), ...probing });
    try {
      const { name, warning, isNode } = await checkRedis(node, `${host}:${port}`);
      if (!isNode)
        throw new Refusal(`REDIS_URL names several nodes, but ${host}:${port} is no cluster: name it alone.`);
      return { url, description: `a cluster of ${name} at ${hosts}, as REDIS_URL says${warning}` };
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

const probing = {
  lazyConnect: true,
  connectTimeout: connectMs,
  commandTimeout: connectMs,
  retryStrategy: () => null,
  maxRetriesPerRequest: 0,
  enableReadyCheck: false,
};

async function checkRedis(redis: Redis, host: string) {
  let failure: unknown;
  redis.on("error", (error) => {
    failure ??= error; // says more than the command's own rejection
  });
  try {
    await redis.connect();
    const info = await redis.info();
    const valkey = /valkey_version:(\S+)/.exec(info)?.[1];
    const version = valkey ?? /redis_version:(\S+)/.exec(info)?.[1] ?? "of unknown version";
    if (!valkey && !isOldEnough("redis", version))
      throw new Refusal(
        `REDIS_URL names Redis ${version} at ${host}, but Redis ${oldest.redis} or newer, or Valkey, is needed: ` +
          "upgrade it, or leave REDIS_URL out and Cansole starts its own.",
      );
    const policy = /maxmemory_policy:(\S+)/.exec(info)?.[1];
    const warning =
      policy && policy !== "noeviction" ? `; set its maxmemory-policy to noeviction, ${policy} may lose jobs` : "";
    return { name: `${valkey ? "Valkey" : "Redis"} ${version}`, warning, isNode: /cluster_enabled:1/.test(info) };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`REDIS_URL: the Redis at ${host} cannot be used: ${reason(failure ?? error)}`);
  } finally {
    redis.disconnect();
  }
}

class Refusal extends Error {}

function mongoClient(url: string, options: { serverSelectionTimeoutMS: number }) {
  try {
    return new MongoClient(url, options);
  } catch (error) {
    throw new Refusal(`MONGODB_URI cannot be read: ${reason(error)}`);
  }
}

/** Queries the first host itself: a driver that looks for a set never reports that it found none. */
function directUrl(url: string): string {
  if (!url.startsWith("mongodb://")) return url;
  const [, credentials = "", path = "", query = ""] =
    /^mongodb:\/\/(?:([^@/]*@))?[^/?]*(\/[^?]*)?(?:\?(.*))?$/.exec(url) ?? [];
  const options = new URLSearchParams(query);
  options.delete("replicaSet");
  options.delete("loadBalanced");
  options.set("directConnection", "true");
  return `mongodb://${credentials}${firstHost(url)}${path || "/"}?${options}`;
}

const firstHost = (url: string) => /^[a-z+]+:\/\/(?:[^@/]*@)?([^,/?]+)/.exec(url)?.[1] ?? "an unreadable address";

/** The driver's words in one line, without the URL that may carry a password. */
function reason(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  const line = (text.split("\n")[0] ?? "").replace(/\/\/[^@\s/]*@/g, "//");
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
