import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { ObjectId } from "mongodb";
import type { Report } from "#shared/reports/report.schema.ts";
import { readRoomConfig } from "#shared/runtime/config.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { startGateway } from "../gateway/start.ts";
import { openLogin } from "../gateway/testing/open-login.ts";
import { addPerson } from "../gateway/testing/people.ts";
import { buildIfStale } from "../scripts/build.ts";
import { reportMemory } from "../scripts/launcher/report-memory.ts";
import { createHistogram, type Histogram } from "./measure.ts";
import { runBench, withOwnServers } from "./own-servers.ts";
import { plantOrders } from "./planted-orders.ts";

const usage = "npm run bench:reports -- [--orders 200000] [--kill-at 10,50,99]";
const say = (line: string) => process.stdout.write(`${line}\n`);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const root = join(import.meta.dirname, "..");

const readWishes = () => {
  const { values } = parseArgs({
    options: { orders: { type: "string", default: "200000" }, "kill-at": { type: "string", default: "10,50,99" } },
  });
  const orders = Number(values.orders);
  const killAt = values["kill-at"].split(",").filter(Boolean).map(Number);
  if (!(orders > 0) || killAt.some((at) => !(at > 0 && at < 100))) throw new Error(usage);
  return { orders, killAt };
};

type Env = Record<string, string>;

/** The built report worker, as the launcher starts it, and the most memory that it has held. */
const startWorker = async (env: Env) => {
  const child = spawn(process.execPath, [reportMemory, join(root, "dist/report-workers/main.js")], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(child, "message");
  let peak = 0;
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
  }, 250);
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    clearInterval(timer);
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  return { peakMiB: () => peak, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
};

/** What an operator reads meanwhile, a page every 100 ms, until `isOver`. */
const readPages = async (
  get: (path: string) => Promise<unknown>,
  took: Histogram,
  isOver: () => boolean,
): Promise<void> => {
  const paths = ["/orders/all?latest=true&page=1", "/vending-machines", "/orders/all?page=500", "/profiles"];
  for (let nth = 0; !isOver(); nth++) {
    const began = performance.now();
    await get(paths[nth % paths.length] ?? "");
    took.add(performance.now() - began);
    await sleep(100);
  }
};

const measure = async (mongo: Mongo, uris: { mongodbUri: string; redisUrl: string }) => {
  const { orders, killAt } = readWishes();
  await plantOrders(mongo, orders, say);
  const env = {
    NODE_ENV: "test",
    MONGODB_URI: uris.mongodbUri,
    REDIS_URL: uris.redisUrl,
    JWT_SECRET: "a secret of the benchmark, long enough",
    PROVISIONING_KEY: "bench-provisioning",
    LOG_LEVEL: "warn",
  };
  const gateway = await startGateway(readRoomConfig(env), {
    log: createLogger("bench", "silent"),
    port: 0,
    mqttPort: 0,
  });
  const token = await openLogin(gateway.parts, (await addPerson(gateway.parts, {}))._id);
  const call = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(`${gateway.url}/api/v1.2${path}`, { ...init, headers });
    return (await answer.json()) as Record<string, unknown>;
  };
  const days = { startDate: "2026-01-01", endDate: "2026-12-31" };
  const ask = async (format: string): Promise<ObjectId> => {
    const body = JSON.stringify({ vendingMachine: "all", ...days, reportType: "Order", format });
    return new ObjectId(((await call("/reports", { method: "POST", body })).report as Report)._id);
  };
  const reportOf = (_id: ObjectId) => mongo.collections.reports.findOne({ _id });
  const isDone = async (id: ObjectId, ms = 3_600_000): Promise<number> => {
    const began = performance.now();
    for (;;) {
      const report = await reportOf(id);
      if (report?.state === "done") return performance.now() - began;
      if (report?.state === "failed" || performance.now() - began > ms) throw new Error(report?.error ?? "too long");
      await sleep(100);
    }
  };
  try {
    let over = false;
    const [without, during] = [createHistogram(), createHistogram()];
    const quiet = readPages(call, without, () => over);
    await sleep(15_000);
    over = true;
    await quiet;

    const path = join(tmpdir(), `cansole-bench-${process.pid}.csv`);
    const plain = async () => {
      const args = ["--import", "tsx", join(root, "bench/plain-csv.ts"), uris.mongodbUri, path];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      return Number(stdout.trim());
    };
    const plainMs = await plain();
    await rm(path, { force: true });

    say("| report of all orders | s | times the plain one | rows | MB | peak MiB of the worker |");
    say("| --- | --- | --- | --- | --- | --- |");
    say(`| plain cursor to CSV, for comparison | ${(plainMs / 1_000).toFixed(1)} | 1 | ${orders} | | |`);
    for (const format of ["xlsx", "csv"]) {
      const worker = await startWorker(env);
      const id = await ask(format);
      let done = false;
      const pages = readPages(call, during, () => done);
      const ms = await isDone(id);
      done = true;
      await pages;
      const report = await reportOf(id);
      const figures = [
        (ms / 1_000).toFixed(1),
        (ms / plainMs).toFixed(1),
        report?.rows,
        ((report?.bytes ?? 0) / 1e6).toFixed(1),
      ];
      say(`| ${format} | ${figures.join(" | ")} | ${worker.peakMiB().toFixed(0)} |`);
      await worker.stop();
    }
    const p = (of: Histogram, share: number) => `${of.quantile(share).toFixed(0)} ms`;
    say(`\nOther requests: p50 ${p(without, 0.5)}, p95 ${p(without, 0.95)} without a report (${without.count()}),`);
    say(`p50 ${p(during, 0.5)}, p95 ${p(during, 0.95)} while one is made (${during.count()}):`);
    say(`p95 ${(during.quantile(0.95) / without.quantile(0.95)).toFixed(2)} times as long.\n`);

    for (const at of killAt) {
      const doomed = await startWorker(env);
      const id = await ask("xlsx");
      while (((await reportOf(id))?.progress ?? 0) < at) await sleep(2);
      await doomed.kill();
      const killed = await reportOf(id);
      const heir = await startWorker(env);
      const ms = await isDone(id);
      const report = await reportOf(id);
      const files = await mongo.db
        .collection("reportFiles.files")
        .countDocuments({ _id: report?.file ?? new ObjectId() });
      const whole = report?.rows === orders && files === 1;
      say(
        `Killed at ${killed?.progress} % (${killed?.state}): done ${(ms / 1_000).toFixed(1)} s later, ${report?.rows} rows, ${files} file, attempt ${report?.attempts}${whole ? "" : ": NOT WHOLE"}.`,
      );
      await heir.stop();
      if (!whole) throw new Error("a killed worker's report was not made whole");
    }
  } finally {
    await gateway.stop();
  }
};

runBench(async () => {
  readWishes();
  await buildIfStale(say);
  await withOwnServers(say, measure);
});
