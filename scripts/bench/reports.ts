import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { ObjectId } from "mongodb";
import type { Report } from "#shared/reports/report.schema.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { connectMongo, type Mongo } from "#shared/runtime/mongo.ts";
import { createRanks } from "../../workers/ranks/ranks.ts";
import { noFaults } from "../simulator/faults.ts";
import { pause } from "../simulator/pause.ts";
import { planFleet } from "../simulator/plan.ts";
import { libreOffice } from "../testing/libreoffice.ts";
import { startAutoUnits } from "./auto-units.ts";
import { createTimes, openOperators, type Times } from "./clicks.ts";
import { runBench, say } from "./command-line.ts";
import { createHistogram, type Histogram } from "./measure.ts";
import { mostOfficeRows, rowsInOffice } from "./office-rows.ts";
import { plantOrders } from "./planted-orders.ts";
import { startReportWorker } from "./report-worker.ts";
import { type BenchHouse, openBenchHouse } from "./targets.ts";

const usage = "npm run bench:reports -- [--orders 200000] [--kill-at 10,50,99]";
const root = join(import.meta.dirname, "../..");
/** Machines whose doors are opened meanwhile, one every half second. */
const machines = 20;
const clicksASecond = 2;
const withoutMs = 30_000;
/** The most that a report may make others wait, in times of what they wait without one. */
const mostSlower = 1.5;
const mostMiB = 400;

const readWishes = () => {
  const { values } = parseArgs({
    options: { orders: { type: "string", default: "200000" }, "kill-at": { type: "string", default: "10,50,99" } },
  });
  const orders = Number(values.orders);
  const killAt = values["kill-at"].split(",").filter(Boolean).map(Number);
  if (!(orders > 0) || killAt.some((at) => !(at > 0 && at < 100))) throw new Error(usage);
  return { orders, killAt };
};

/** What an operator reads meanwhile, a page every 100 ms, until `isOver`. */
const readPages = async (
  get: (path: string) => Promise<unknown>,
  took: Histogram,
  isOver: () => boolean,
): Promise<void> => {
  const paths = [
    "/orders/all?latest=true&page=1",
    "/vending-machines",
    "/orders/all?page=500",
    "/product-profiles/profiles",
  ];
  for (let nth = 0; !isOver(); nth++) {
    const began = performance.now();
    await get(paths[nth % paths.length] ?? "");
    took.add(performance.now() - began);
    await pause(100);
  }
};

/** An operator who reads pages, and others who open doors. */
const startWork = async (house: BenchHouse, get: (path: string) => Promise<unknown>) => {
  const units = await startAutoUnits(house, house.units, { openMs: 300, closeMs: 500 });
  const operators = await openOperators(4, house);
  await pause(3_000);
  await operators.clickFor(5_000, clicksASecond, units.pairs, createTimes());
  return {
    until: async (isOver: () => boolean, pages: Histogram, doors: Times): Promise<void> => {
      const opening = async () => {
        while (!isOver()) await operators.clickFor(1_000, clicksASecond, units.pairs, doors);
      };
      await Promise.all([readPages(get, pages, isOver), opening()]);
    },
    end: async () => {
      operators.close();
      await units.stop();
    },
  };
};

const createReports = (mongo: Mongo, { url, token }: BenchHouse) => {
  const call = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(`${url}/api/v1.2${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const find = (_id: ObjectId) => mongo.collections.reports.findOne({ _id });
  const days = { startDate: "2025-01-01", endDate: "2025-12-31" };
  return {
    get: call,
    find,
    file: async (id: ObjectId): Promise<Buffer> => {
      const answer = await fetch(`${url}/api/v1.2/reports/${id}/file`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (!answer.ok) throw new Error(`the file was answered with ${answer.status}: ${await answer.text()}`);
      return Buffer.from(await answer.arrayBuffer());
    },
    ask: async (format: string): Promise<ObjectId> => {
      const body = JSON.stringify({ vendingMachine: "all", ...days, reportType: "Order", format });
      return new ObjectId(((await call("/reports", { method: "POST", body })).report as Report)._id);
    },
    /** Answers after how many milliseconds. */
    isDone: async (id: ObjectId, ms = 3_600_000): Promise<number> => {
      const began = performance.now();
      for (;;) {
        const report = await find(id);
        if (report?.state === "done") return performance.now() - began;
        if (report?.state === "failed" || performance.now() - began > ms) throw new Error(report?.error ?? "too long");
        await pause(100);
      }
    },
  };
};
type Reports = ReturnType<typeof createReports>;

const plainCsv = async (mongodbUri: string): Promise<number> => {
  const path = join(tmpdir(), `cansole-bench-${process.pid}.csv`);
  const args = ["--import", "tsx", join(root, "scripts/bench/plain-csv.ts"), mongodbUri, path];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  await rm(path, { force: true });
  return Number(stdout.trim());
};

const ms = (of: Histogram, share: number) => `${of.quantile(share).toFixed(0)} ms`;
const times = (during: Histogram, without: Histogram) => during.quantile(0.95) / without.quantile(0.95);

/** Each report once, beside the plain script and beside others' work; answers what was not right. */
const compare = async (house: BenchHouse, reports: Reports, orders: number): Promise<string[]> => {
  const work = await startWork(house, reports.get);
  const wrong: string[] = [];
  const [without, during] = [createHistogram(), createHistogram()];
  const [doorsWithout, doorsDuring] = [createTimes(), createTimes()];
  const end = performance.now() + withoutMs;
  await work.until(() => performance.now() > end, without, doorsWithout);
  const plainMs = await plainCsv(house.env.MONGODB_URI ?? "");
  say("| report of all orders | s | times the plain one | rows | MB | peak MiB of the worker |");
  say("| --- | --- | --- | --- | --- | --- |");
  say(`| plain cursor to CSV, for comparison | ${(plainMs / 1_000).toFixed(1)} | 1 | ${orders} | | |`);
  for (const format of ["xlsx", "csv"]) {
    const worker = await startReportWorker(house.env);
    const id = await reports.ask(format);
    let done = false;
    const others = work.until(() => done, during, doorsDuring);
    const took = await reports.isDone(id);
    done = true;
    await others;
    const report = await reports.find(id);
    const megabytes = ((report?.bytes ?? 0) / 1e6).toFixed(1);
    const figures = [(took / 1_000).toFixed(1), (took / plainMs).toFixed(1), report?.rows, megabytes];
    say(`| ${format} | ${figures.join(" | ")} | ${worker.peakMiB().toFixed(0)} |`);
    if (worker.peakMiB() > mostMiB) wrong.push(`the worker held more than ${mostMiB} MiB`);
    await worker.stop();
  }
  await work.end();
  say("\n| meanwhile | without a report: p50 | p95 | how many | with one: p50 | p95 | how many | p95, times |");
  say("| --- | --- | --- | --- | --- | --- | --- | --- |");
  const lines = {
    "pages read": [without, during],
    "click to opened": [doorsWithout.whole, doorsDuring.whole],
  } as const;
  for (const [what, [before, beside]] of Object.entries(lines)) {
    const figures = [before, beside].flatMap((one) => [ms(one, 0.5), ms(one, 0.95), one.count()]);
    say(`| ${what} | ${figures.join(" | ")} | ${times(beside, before).toFixed(2)} |`);
    if (times(beside, before) > mostSlower) wrong.push(`${what}: p95 is more than ${mostSlower} times as long`);
  }
  const lost = doorsWithout.lost + doorsDuring.lost;
  if (lost > 0) wrong.push(`${lost} doors were not seen to open`);
  return wrong;
};

/** The sheet of all orders, row for row beside the orders, as LibreOffice reads it; answers what was not right. */
const openInOffice = async (mongo: Mongo, reports: Reports, orders: number): Promise<string[]> => {
  if (!libreOffice || orders > mostOfficeRows) {
    say(libreOffice ? "Too many rows to be opened by LibreOffice here." : "LibreOffice is not installed here.");
    return [];
  }
  const report = await mongo.collections.reports.findOne({ state: "done", format: "xlsx" });
  if (!report) return ["no sheet to open"];
  const { rows, wrong } = await rowsInOffice(await reports.file(report._id), mongo);
  say(`Opened by LibreOffice: ${rows} rows, ${wrong ?? "each of them its order, in its place"}.`);
  return wrong === null && rows === orders ? [] : [`opened by LibreOffice: ${wrong ?? `${rows} rows`}`];
};

/** A worker is killed in the middle, another one is started; answers what was not right. */
const killAt = async (at: number, { env }: BenchHouse, mongo: Mongo, reports: Reports, orders: number) => {
  const doomed = await startReportWorker(env);
  const id = await reports.ask("xlsx");
  for (let report = await reports.find(id); (report?.progress ?? 0) < at; report = await reports.find(id)) {
    if (report?.state === "failed") throw new Error(report.error ?? "failed");
    await pause(2);
  }
  await doomed.kill();
  const killed = await reports.find(id);
  const heir = await startReportWorker(env);
  const took = await reports.isDone(id);
  const report = await reports.find(id);
  const all = mongo.db.collection("reportFiles.files");
  const files = await all.countDocuments({ _id: report?.file ?? new ObjectId() });
  const named = (await mongo.collections.reports.find().toArray()).flatMap(({ file }) => (file ? [file] : []));
  const others = await all.countDocuments({ _id: { $nin: named } });
  say(
    `Killed at ${killed?.progress} % (${killed?.state}): done ${(took / 1_000).toFixed(1)} s later, ${report?.rows} rows, ${files} file and ${others} that no report names, attempt ${report?.attempts}.`,
  );
  await heir.stop();
  return report?.rows === orders && files === 1 && others === 0 ? [] : [`killed at ${at} %: not whole`];
};

/** The sales of the planted year are counted before anything is measured: that work is no report's. */
const salesAreCounted = async ({ collections: { sales } }: Mongo): Promise<void> => {
  for (let before = -1, still = 0; still < 5; ) {
    await pause(2_000);
    const now = await sales.countDocuments();
    still = now === before ? still + 1 : 0;
    before = now;
  }
  say("their sales are counted");
};

runBench(async () => {
  const { orders, killAt: moments } = readWishes();
  const house = await openBenchHouse(planFleet(machines, 7, noFaults), say, async (planted) => {
    await plantOrders(planted, orders, say);
    await createRanks({ mongo: planted, log: createLogger("bench", "warn") }).rebuild();
    say("their pages are numbered");
  });
  const mongo = await connectMongo(house.env.MONGODB_URI ?? "");
  try {
    await salesAreCounted(mongo);
    const reports = createReports(mongo, house);
    const wrong = await compare(house, reports, orders);
    wrong.push(...(await openInOffice(mongo, reports, orders)));
    for (const at of moments) wrong.push(...(await killAt(at, house, mongo, reports, orders)));
    if (wrong.length > 0) throw new Error(`Not right: ${wrong.join("; ")}.`);
  } finally {
    await mongo.close();
    await house.stop();
  }
});
