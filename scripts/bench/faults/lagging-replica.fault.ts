import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MongoClient } from "mongodb";
import { createLogger } from "#shared/runtime/logger.ts";
import { connectMongo, type Mongo } from "#shared/runtime/mongo.ts";
import { aMachine } from "#shared/runtime/testing/stored-records.ts";
import { createMetrics } from "../../../gateway/http/metrics.ts";
import { defaultLimits } from "../../../gateway/limits.ts";
import { createChangeFeed } from "../../../gateway/push/change-stream.ts";
import { migrateForTests } from "../../migrate/testing/migrate-for-tests.ts";
import { findEngine } from "../../services/find.ts";
import { pause } from "../../simulator/pause.ts";
import { exactly, type Fault } from "./fault.ts";

const ports = [43_401, 43_402, 43_403];
const rounds = 10;
const writesEach = 20;
const lagMs = 500;
const uri = `mongodb://${ports.map((port) => `127.0.0.1:${port}`).join(",")}/cansole?replicaSet=lag`;

const direct = (port: number | undefined) => new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);

/** A set of three whose secondaries can be told to stop applying what they fetch. */
const startSet = async (folder: string, servers: ChildProcess[], say: (line: string) => void): Promise<void> => {
  const enginesDir = join(fileURLToPath(new URL("../../..", import.meta.url)), ".engines");
  const { command } = await findEngine("mongo", { env: process.env, enginesDir, say });
  for (const port of ports) {
    const dbpath = join(folder, String(port));
    await mkdir(dbpath);
    const settings = ["enableTestCommands=1", "diagnosticDataCollectionEnabled=false"];
    const args = ["--replSet", "lag", "--dbpath", dbpath, "--port", String(port), "--bind_ip", "127.0.0.1", "--quiet"];
    const more = ["--wiredTigerCacheSizeGB", "0.25", "--oplogSize", "64", "--nounixsocket"];
    const all = [...args, ...more, ...settings.flatMap((one) => ["--setParameter", one])];
    servers.push(spawn(command, all, { stdio: "ignore" }));
  }
  for (const port of ports) {
    const client = direct(port);
    await client.connect();
    await client.close();
  }
  const first = direct(ports[0]);
  const members = ports.map((port, _id) => ({ _id, host: `127.0.0.1:${port}`, priority: _id === 0 ? 1 : 0 }));
  await first.db("admin").command({ replSetInitiate: { _id: "lag", members } });
  while (!(await first.db("admin").command({ hello: 1 })).isWritablePrimary) await pause(200);
  await first.close();
};

const createLag = async () => {
  const secondaries = ports.slice(1).map(direct);
  const set = async (mode: "alwaysOn" | "off") => {
    for (const client of secondaries) await client.db("admin").command({ configureFailPoint: "rsSyncApplyStop", mode });
  };
  return {
    begin: () => set("alwaysOn"),
    end: () => set("off"),
    close: async () => {
      for (const client of secondaries) await client.close();
    },
  };
};

/** How many of a round's writes a page neither loaded nor was told of. */
const missedIn = async (mongo: Mongo, lag: Awaited<ReturnType<typeof createLag>>): Promise<number> => {
  const { machines } = mongo.collections;
  const log = createLogger("bench", "silent");
  const feed = createChangeFeed({
    mongo,
    log,
    metrics: createMetrics(),
    limits: { ...defaultLimits, streamLateMs: 60_000 },
  });
  const told = new Set<string>();
  feed.on("machines", ({ id }) => {
    told.add(id.toHexString());
  });
  await lag.begin();
  const written = Array.from({ length: writesEach }, () => aMachine());
  for (const one of written) await machines.insertOne(one, { writeConcern: { w: 1 } });
  await pause(lagMs);
  await feed.start();
  const { found } = await mongo.readAsOf((session) => machines.find({}, { session }).toArray());
  await feed.follow();
  await lag.end();
  const last = aMachine();
  await machines.insertOne(last);
  while (!told.has(last._id.toHexString())) await pause(10);
  await feed.stop();
  const loaded = new Set(found.map(({ _id }) => _id.toHexString()));
  return written.filter(({ _id }) => !loaded.has(_id.toHexString()) && !told.has(_id.toHexString())).length;
};

export const fault: Fault = {
  promise: "what is written while the majority lags behind the primary is loaded or told",
  run: async (say) => {
    const folder = await mkdtemp(join(tmpdir(), "cansole-lag-"));
    const servers: ChildProcess[] = [];
    try {
      await startSet(folder, servers, say);
      await migrateForTests(uri);
      const mongo = await connectMongo(uri);
      const lag = await createLag();
      let missed = 0;
      for (let round = 0; round < rounds; round += 1) missed += await missedIn(mongo, lag);
      await lag.close();
      await mongo.close();
      return [exactly(`of ${rounds * writesEach} writes in ${rounds} lags, loaded and told by neither`, missed, 0)];
    } finally {
      for (const server of servers) server.kill("SIGKILL");
      await pause(500);
      await rm(folder, { recursive: true, force: true });
    }
  },
};
