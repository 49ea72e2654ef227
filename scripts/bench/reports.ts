import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ObjectId } from "mongodb";
import type { Report } from "#shared/reports/report.schema.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { until } from "#shared/testing/eventually.ts";
import { createTallies } from "../../workers/tallies/tallies.ts";
import { plantContainers } from "../integration/planted.ts";
import { reportMemory } from "../launcher/service-process.ts";
import { pause } from "../simulator/pause.ts";
import { atMost, exactly, type Figure, readOptions, report, runBench, say, table } from "./command-line.ts";
import { type Installation, withInstallation } from "./installation.ts";
import { quantile, spread } from "./measure.ts";
import { createTimes, openOperators, startAutoUnits } from "./operators.ts";
import { plantOrders } from "./planted-orders.ts";

const usage = "npm run bench:reports -- [--orders 200000]";
const { orders } = readOptions(usage, { orders: 200_000 });
const clicksASecond = 2;
/** The most that a report may make others wait, in times of what they wait without one. */
const mostSlower = 1.5;
const hourMs = 3_600_000;

/** The built report worker, as the launcher starts it; its end answers the most memory in MiB that it has held. */
const startReportWorker = async (env: Record<string, string>) => {
  const script = join(import.meta.dirname, "../../dist/report-workers/main.js");
  const child = spawn(process.execPath, [reportMemory, script], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(child, "message");
  return async (): Promise<number> => {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
  };
};

/** What any report of orders costs at the least: a cursor, and lines of text in a file, without names or guards. */
const writePlainCsv = async ({ collections }: Installation["mongo"]): Promise<number> => {
  const path = join(tmpdir(), `cansole-bench-${process.pid}.csv`);
  const cursor = collections.orders.find().sort({ time: 1, _id: 1 }).batchSize(2_000);
  async function* lines() {
    for await (const { orderId, paymentId, user, netAmount, gst, status, time } of cursor)
      yield `${[orderId, paymentId, user, netAmount / 100, gst / 100, status, time.toISOString()].join()}\n`;
  }
  const began = performance.now();
  await pipeline(lines(), createWriteStream(path));
  await rm(path, { force: true });
  return performance.now() - began;
};

const createCalls = ({ url, token, mongo }: Installation) => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${url}/api/v1.2${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { report: Report };
  };
  const find = (_id: ObjectId) => mongo.collections.reports.findOne({ _id });
  return {
    call,
    find,
    order: async (format: string): Promise<ObjectId> => {
      const days = { startDate: "2025-01-01", endDate: "2025-12-31" };
      const body = JSON.stringify({ vendingMachine: "all", ...days, reportType: "Order", format });
      return new ObjectId((await call("/reports", { method: "POST", body })).report._id);
    },
    untilDone: async (id: ObjectId) => {
      const isOver = async () => ["done", "failed"].includes((await find(id))?.state ?? "");
      await until("the report", isOver, hourMs);
      const found = await find(id);
      if (found?.state !== "done") throw new Error(found?.error ?? "There is no report.");
      return found;
    },
  };
};
type Calls = ReturnType<typeof createCalls>;

/** An operator who reads pages, ten a second, and others who open doors, until `isOver`. */
const startWork = async (installation: Installation, { call }: Calls) => {
  const { units: planted, mqttUrl } = installation;
  const { units, stop } = await startAutoUnits(planted, () => mqttUrl, { openMs: 300, closeMs: 500 });
  const operators = await openOperators(4, installation);
  const clickFor = (ms: number, times = createTimes()) => operators.clickFor(ms, clicksASecond, planted, units, times);
  await clickFor(5_000);
  const paths = [
    "/orders/all?latest=true&page=1",
    "/vending-machines",
    "/orders/all?page=500",
    "/product-profiles/profiles",
  ];
  return {
    until: async (isOver: () => boolean) => {
      const measured = { pages: [] as number[], doors: createTimes() };
      const reading = async () => {
        for (let nth = 0; !isOver(); nth++) {
          const began = performance.now();
          await call(paths[nth % paths.length] ?? "");
          measured.pages.push(performance.now() - began);
          await pause(100);
        }
      };
      const opening = async () => {
        while (!isOver()) await clickFor(1_000, measured.doors);
      };
      await Promise.all([reading(), opening()]);
      return measured;
    },
    end: async () => {
      operators.close();
      await stop();
    },
  };
};

/** Each format once, beside the plain script and beside others' work. */
const compare = async (installation: Installation, calls: Calls): Promise<Figure[]> => {
  const work = await startWork(installation, calls);
  const end = performance.now() + 30_000;
  const without = await work.until(() => performance.now() > end);
  const plainMs = await writePlainCsv(installation.mongo);
  const rows: (string | number)[][] = [["plain cursor to CSV", (plainMs / 1_000).toFixed(1), 1, orders, "", ""]];
  const figures: Figure[] = [];
  for (const format of ["xlsx", "csv"]) {
    const stopWorker = await startReportWorker(installation.env);
    const began = performance.now();
    const id = await calls.order(format);
    let isDone = false;
    const others = work.until(() => isDone);
    const done = await calls.untilDone(id);
    const took = performance.now() - began;
    isDone = true;
    const beside = await others;
    const peak = await stopWorker();
    const megabytes = ((done.bytes ?? 0) / 1e6).toFixed(1);
    rows.push([format, (took / 1_000).toFixed(1), (took / plainMs).toFixed(1), done.rows, megabytes, peak.toFixed(0)]);
    const slower = (now: number[], before: number[]) => quantile(now, 0.95) / quantile(before, 0.95);
    say(`pages without and beside ${format}: ${spread(without.pages)}; ${spread(beside.pages)}`);
    say(`click to opened: ${spread(without.doors.whole)}; ${spread(beside.doors.whole)}`);
    figures.push(
      atMost(`${format}: memory of the worker`, peak, 400, "MiB"),
      exactly(`${format}: rows`, done.rows, orders),
      atMost(`${format}: pages meanwhile, p95`, slower(beside.pages, without.pages), mostSlower, "times"),
      atMost(`${format}: doors meanwhile, p95`, slower(beside.doors.whole, without.doors.whole), mostSlower, "times"),
      exactly(`${format}: doors that were not seen to open`, without.doors.lost + beside.doors.lost, 0),
    );
  }
  await work.end();
  table(["report of all orders", "s", "times the plain one", "rows", "MB", "peak MiB of the worker"], rows);
  return figures;
};

const plant = async (mongo: Installation["mongo"], units: Installation["units"]): Promise<void> => {
  await plantContainers(mongo, units);
  await plantOrders(mongo, orders, say);
  await createTallies({ mongo, log: createLogger("bench", "warn") }).countAllDays();
};

runBench(() =>
  withInstallation({ machines: 20, plant }, say, async (installation) => {
    const { sales } = installation.mongo.collections;
    // The sales of the planted year are counted before anything is measured: that work is no report's.
    for (let before = -1, still = 0; still < 5; ) {
      await pause(2_000);
      const now = await sales.countDocuments();
      still = now === before ? still + 1 : 0;
      before = now;
    }
    const calls = createCalls(installation);
    report(await compare(installation, calls));
  }),
);
