import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster, Redis } from "ioredis";
import { goneAfterMs } from "#shared/health/health-lines.ts";
import { waitingReconciliation } from "#shared/reconciliation/reconciliation.document.server.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { connectMongo, isTaken, type Mongo } from "#shared/runtime/mongo.ts";
import { asCluster } from "#shared/runtime/redis-cluster.ts";
import type { Retention } from "#shared/runtime/retention.ts";
import { createReconciliation } from "../../workers/reconciliation/reconciliation.ts";
import { createSales } from "../../workers/sales/sales.ts";
import { createTallies } from "../../workers/tallies/tallies.ts";
import { migrate } from "../migrate/migrate.ts";

interface CompleteOrder {
  mongodbUri: string;
  database?: string;
  redis: Redis | Cluster;
  /** What every key of this installation in Redis begins with, behind a brace or not. */
  prefix: string;
  retention: Retention;
  timeZone: string;
  say: (line: string) => void;
}

const log = createLogger("restore", "warn");

/** Redis lists a process that has just ended for a moment longer. */
const goneMs = 3_000;

/** The single Redis, or the nodes of a cluster, which are known once it has answered. */
const nodesOf = async (redis: Redis | Cluster, role: "all" | "master"): Promise<Redis[]> => {
  await redis.ping();
  return asCluster(redis)?.nodes(role) ?? [redis as Redis];
};

/** Throws where a gateway of this installation listens for signals: it would write while all is replaced. */
export const refuseWhileRunning = async (redis: Redis | Cluster, prefix: string): Promise<void> => {
  const nodes = await nodesOf(redis, "all");
  for (const until = performance.now() + goneMs; ; await sleep(100)) {
    const channels = await Promise.all(nodes.map((node) => node.pubsub("CHANNELS", `${prefix}:signal:*`)));
    if (channels.flat().length === 0) return;
    if (performance.now() >= until)
      throw new Error("Cansole is running on this Redis: stop all gateways, workers and report workers first.");
  }
};

const connect = (mongodbUri: string, database?: string) =>
  connectMongo(mongodbUri, { appName: "cansole-restore", ...(database === undefined ? {} : { database }) });

/** A process reports itself to its database every 10 s. */
const nextReportMs = 12_000;
/**
 * Throws where a process reports itself to this database: workers listen to no signals. Waits for the next report of one
 * that was here just now, because one that was killed left its last.
 */
export const refuseWhileReporting = async (mongodbUri: string, database?: string, waitMs = nextReportMs) => {
  const mongo = await connect(mongodbUri, database);
  try {
    const since = new Date((await mongo.serverTime()) - goneAfterMs);
    const read = () => mongo.collections.processes.find({ seenAt: { $gt: since } }).toArray();
    const before = new Map((await read()).map(({ _id, seenAt }) => [_id, seenAt.getTime()]));
    for (const until = performance.now() + waitMs; before.size > 0; await sleep(100)) {
      const there = await read();
      const running = there.filter(({ _id, seenAt }) => seenAt.getTime() > (before.get(_id) ?? 0));
      if (running.length > 0)
        throw new Error(
          `Cansole is running on this database (${running.map(({ kind, host }) => `${kind} at ${host}`).join(", ")}): stop all gateways, workers and report workers first.`,
        );
      if (there.length === 0 || performance.now() >= until) return;
    }
  } finally {
    await mongo.close();
  }
};

/**
 * What a database needs that was restored, by `restore` or otherwise: migrations, no sign-ins, an empty Redis, days that are counted
 * anew, books that are compared. Returns how many differences the comparison found; each stands on the page
 * Reconciliation.
 */
export const completeRestore = async (order: CompleteOrder): Promise<number> => {
  const { mongodbUri, database, redis, prefix, retention, timeZone, say } = order;
  await migrate({ mongodbUri, retention, say, ...(database === undefined ? {} : { database }) });
  const mongo = await connect(mongodbUri, database);
  try {
    // Also where other tools restored it: an operator who signed out or was suspended later would be signed in again.
    const { deletedCount } = await mongo.collections.logins.deleteMany({});
    say(`${deletedCount} sign-ins were deleted: operators sign in again.`);
    say(`${await emptyRedis(redis, prefix)} keys of Redis were deleted: what they held comes back by itself.`);
    const tallies = await createTallies({ mongo, log }).rebuild();
    say(`${tallies.days} days of the long lists were counted: ${tallies.mended} were corrected.`);
    const sales = await createSales({ mongo, log, timeZone }).rebuild();
    say(`The sales of ${sales.days} days were counted: ${sales.mended} were corrected.`);
    return await compareBooks(mongo, timeZone, say);
  } finally {
    await mongo.close();
  }
};

/** Returns how many keys were deleted. */
export const emptyRedis = async (redis: Redis | Cluster, prefix: string): Promise<number> => {
  let deleted = 0;
  for (const node of await nodesOf(redis, "master")) {
    for (const match of [`${prefix}:*`, `{${prefix}:*`]) {
      for await (const keys of node.scanStream({ match, count: 1_000 }) as AsyncIterable<string[]>) {
        // A cluster takes no command whose keys lie in several slots.
        const commands = node.pipeline();
        for (const key of keys) commands.unlink(key);
        await commands.exec();
        deleted += keys.length;
      }
    }
  }
  return deleted;
};

const compareBooks = async (mongo: Mongo, timeZone: string, say: (line: string) => void): Promise<number> => {
  const { reconciliations } = mongo.collections;
  // The processes that were making one when the backup was taken do not run here.
  await reconciliations.updateMany({ state: "running" }, { $set: { heldUntil: new Date(0) } });
  const run = waitingReconciliation({ kind: "system", id: null }, await mongo.serverTime());
  const waiting = await reconciliations.insertOne(run).then(
    () => run,
    async (error: unknown) => {
      if (!isTaken(error)) throw error;
      return reconciliations.findOne({ state: "waiting" });
    },
  );
  await createReconciliation({ mongo, log, timeZone }).run();
  const done = await reconciliations.findOne({ _id: waiting?._id ?? run._id });
  if (done?.state !== "done") throw new Error("The books were not compared: start Cansole, and run Reconciliation.");
  const { users, orders = 0, transactions = 0, days = 0, drifts } = done;
  say(`The books were compared: ${users} users, ${orders} orders, ${transactions} can transactions, ${days} days.`);
  say(drifts === 0 ? "They agree." : `${drifts} differences: the page Reconciliation lists them.`);
  return drifts;
};
