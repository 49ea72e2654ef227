import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { MongoClient } from "mongodb";
import { expect, inject, onTestFinished, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";

import { temporaryFolder } from "../testing/temporary.ts";
import { launchServices, type Services } from "./launch.ts";
import { descendants, isAlive, runScript } from "./testing/processes.ts";

async function dataFolder() {
  const folder = await temporaryFolder("test");
  onTestFinished(folder.remove);
  return folder.path;
}

async function launch(dataDir: string, env: NodeJS.ProcessEnv = {}) {
  const lines: string[] = [];
  const services = await launchServices({
    env: { PATH: process.env.PATH, ...env },
    dataDir,
    say: (line) => lines.push(line),
  });
  onTestFinished(services.stop);
  return { services, lines };
}

const portOf = (services: Services) => Number(new URL(services.mongodbUri).port);

const isKeeperOrServer = (pid: number) =>
  /keeper\.mjs|mongod|redis-server/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));

/** What a developer runs for the stores alone, as a process that can be killed. */
async function launcherProcess(dataDir: string) {
  const run = runScript("scripts/services/serve.ts", [], { DATA_DIR: dataDir });
  onTestFinished(() => void run.child.kill("SIGKILL"));
  await until("the servers are up", () => /Ctrl-C/.test(run.output()) || run.child.exitCode !== null, 90_000);
  const uri = /MONGODB_URI=(\S+)/.exec(run.output())?.[1] ?? "";
  const client = await new MongoClient(uri, { serverSelectionTimeoutMS: 10_000 }).connect();
  const { pid } = await client.db("admin").command({ serverStatus: 1 });
  await client.close();
  return { ...run, mongoPid: Number(pid) };
}

test("with both URLs given nothing is started and nothing is written", async () => {
  const dataDir = join(await dataFolder(), "untouched");

  const { services, lines } = await launch(dataDir, {
    MONGODB_URI: inject("mongodbUri"),
    REDIS_URL: inject("redisUrl"),
  });

  expect(services).toMatchObject({ ownMongo: false, ownRedis: false, pids: {} });
  expect(lines).toEqual([
    expect.stringMatching(/^MongoDB \d+\.\d+\.\d+ at (127\.0\.0\.1:\d+[, ]*)+, as MONGODB_URI says$/),
    expect.stringMatching(
      /^(a cluster of )?(Redis|Valkey) \d+\.\d+\.\d+ at (127\.0\.0\.1:\d+[, ]*)+, as REDIS_URL says$/,
    ),
  ]);
  await expect(readFile(dataDir)).rejects.toThrow(/ENOENT/);
});

test("the next start takes the same ports again; where one is taken it is replaced, and the data is still there", async () => {
  const dataDir = await dataFolder();
  const first = await launch(dataDir);
  const client = await new MongoClient(first.services.mongodbUri).connect();
  await client
    .db("shop")
    .collection<{ _id: string }>("cans")
    .insertOne({ _id: "kept" }, { writeConcern: { w: 1, j: true } });
  await client.close();
  await first.services.stop();

  const same = await launch(dataDir);
  expect(same.services.mongodbUri).toBe(first.services.mongodbUri);
  expect(same.services.redisUrl).toBe(first.services.redisUrl);
  await same.services.stop();
  const intruder = createServer().listen(portOf(first.services), "127.0.0.1");
  onTestFinished(() => void intruder.close());

  const moved = await launch(dataDir);

  expect(portOf(moved.services)).not.toBe(portOf(first.services));
  const again = await new MongoClient(moved.services.mongodbUri).connect();
  const { config } = await again.db("admin").command({ replSetGetConfig: 1 });
  expect(config.members).toMatchObject([{ host: `127.0.0.1:${portOf(moved.services)}` }]);
  const session = again.startSession();
  await session.withTransaction(async () => {
    const cans = again.db("shop").collection<{ _id: string }>("cans");
    expect(await cans.findOne({}, { session })).toEqual({ _id: "kept" });
    await cans.insertOne({ _id: "new" }, { session });
  });
  await session.endSession();
  await again.close();
});

test("a second start on the same data is refused with one sentence, and the first goes on; a server that dies is reported, a frozen one ends as well", async () => {
  const dataDir = await dataFolder();
  const { services } = await launch(dataDir);
  const mongo = services.pids.mongo ?? 0;

  await expect(launch(dataDir)).rejects.toThrow(
    new RegExp(`^Cansole already runs on the data directory ${dataDir} \\(process ${process.pid}\\): stop it first`),
  );
  expect(isAlive(mongo)).toBe(true);

  process.kill(services.pids.redis ?? 0, "SIGKILL");
  expect(await services.lost).toMatch(/^Redis was ended by SIGKILL/);

  process.kill(mongo, "SIGSTOP");
  await services.stop();

  expect(isAlive(mongo)).toBe(false);
});

test("kill -9 of the launcher leaves no server, and the next start finds the data free; Ctrl-C ends it with success", async () => {
  const dataDir = await dataFolder();
  const killed = await launcherProcess(dataDir);
  killed.child.kill("SIGKILL");
  await killed.ended;
  await until("the servers have ended", () => !isAlive(killed.mongoPid));

  const next = await launcherProcess(dataDir);
  next.child.kill("SIGINT");

  expect(await next.ended).toBe(0);
  expect(isAlive(next.mongoPid)).toBe(false);
});

test("servers that outlived launcher and keeper are ended by the next start, before they can spoil the data", async () => {
  const dataDir = await dataFolder();
  const launcher = await launcherProcess(dataDir);
  const [keeper, ...servers] = await descendants(launcher.child.pid ?? 0).then((pids) => pids.filter(isKeeperOrServer));
  launcher.child.kill("SIGSTOP"); // or it would notice that its keeper is gone
  process.kill(keeper ?? 0, "SIGKILL");
  launcher.child.kill("SIGKILL");
  await launcher.ended;
  expect(servers.filter(isAlive)).toHaveLength(2);

  const { lines } = await launch(dataDir);

  expect(servers.filter(isAlive)).toEqual([]);
  expect(lines.filter((line) => line.startsWith("Ended an earlier"))).toHaveLength(2);
});

test("a data directory that cannot be used is named with its variable", async () => {
  const dataDir = join(await dataFolder(), "a-file");
  await writeFile(dataDir, "");

  await expect(launch(dataDir)).rejects.toThrow(
    /^The data directory .*a-file cannot be used \(.*\): look at DATA_DIR\.$/,
  );
});
