import { readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MongoClient } from "mongodb";
import type { TestProject } from "vitest/node";
import { launchServices, type Services } from "../services/launch.ts";
import { takeLock } from "../services/lock.mjs";
import { startRedisCluster } from "./redis-cluster.ts";
import { startReplicaSet } from "./replica-set.ts";
import { temporaryFolder } from "./temporary.ts";

/** Both servers of one test run. Each project loads this file anew, so what they share hangs on the process. */
interface Shared {
  users: number;
  started: Promise<Started>;
}
interface Started {
  services: Pick<Services, "mongodbUri" | "redisUrl" | "stop">;
  /** Once they have stopped. */
  remove(): Promise<void>;
}
const key = Symbol.for("cansole.test.services");
const shared = globalThis as typeof globalThis & { [key]?: Shared };

/** Runs only when a project that names it has tests to run, so rules and screens never wait for a server. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  shared[key] ??= { users: 0, started: process.env.TEST_STORES === "cluster" ? startCluster() : start() };
  const mine = shared[key];
  mine.users += 1;
  const { services, remove } = await mine.started;
  project.provide("mongodbUri", services.mongodbUri);
  project.provide("redisUrl", services.redisUrl);
  return async () => {
    mine.users -= 1;
    if (mine.users > 0) return;
    shared[key] = undefined;
    await services.stop();
    await remove();
  };
}

async function start(): Promise<Started> {
  await sweepAbandoned();
  const folder = await temporaryFolder("test");
  const services = await launchServices({
    // What a developer's shell says is for the product; tests always have servers of their own.
    env: { ...process.env, MONGODB_URI: undefined, REDIS_URL: undefined },
    dataDir: folder.path,
    say: (line) => process.stdout.write(`${line}\n`),
  });
  await forgetSoon(services.mongodbUri);
  return { services, remove: folder.remove };
}

/** `npm test -- --cluster`: a set of three and a cluster of six, for what is said of the pair to be tried on them. */
async function startCluster(): Promise<Started> {
  await sweepAbandoned();
  const set = await startReplicaSet();
  const redis = await startRedisCluster();
  for (const { host } of set.members) await forgetSoon(`mongodb://${host}/?directConnection=true`);
  return { services: { mongodbUri: set.uri, redisUrl: redis.url, stop: redis.stop }, remove: set.stop };
}

/**
 * What was dropped is kept in files for as long as somebody may still read old snapshots, five minutes by default, and
 * its files stay open for ten more: with a database of 200 files for each test file that is more than a process may
 * open, and the server ends; long before, each drop and each checkpoint visits all of them and takes a whole processor.
 * Half a minute is left: on a busy machine a read of one moment, as of a reconciliation's next users, took over ten
 * seconds.
 */
async function forgetSoon(mongodbUri: string): Promise<void> {
  const client = new MongoClient(mongodbUri);
  try {
    const admin = client.db("admin");
    await admin.command({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 30 });
    await admin.command({ setParameter: 1, syncdelay: 5 });
    await admin.command({
      setParameter: 1,
      wiredTigerEngineRuntimeConfig: [
        "file_manager=(close_handle_minimum=100,close_idle_time=4,close_scan_interval=1)",
        // Four threads searched all files for changes to write ahead of the next checkpoint, an eighth of its work.
        "eviction=(threads_min=1,threads_max=1)",
        "eviction_dirty_target=75,eviction_dirty_trigger=90,eviction_updates_target=70,eviction_updates_trigger=85",
      ].join(","),
    });
  } finally {
    await client.close();
  }
}

const surelyOverMs = 15 * 60_000;

/** A run that was killed leaves its folder, which may occupy memory: its age and the lock show that nobody uses it. */
async function sweepAbandoned() {
  for (const parent of ["/dev/shm", tmpdir()]) {
    for (const name of await readdir(parent).catch(() => [])) {
      if (!name.startsWith("cansole-test-")) continue;
      const changed = await stat(join(parent, name)).catch(() => null);
      if (!changed || Date.now() - changed.mtimeMs < surelyOverMs) continue;
      const lock = await takeLock("data", join(parent, name)).catch(() => null);
      if (!lock?.release) continue;
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
      await lock.release();
    }
  }
}
