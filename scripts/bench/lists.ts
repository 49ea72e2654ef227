import { monitorEventLoopDelay } from "node:perf_hooks";
import { mostWhole } from "#shared/http/long-lists.ts";
import { createPresence } from "#shared/live-status/presence.server.ts";
import { systemClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { until } from "#shared/testing/eventually.ts";
import { buildIfStale } from "../build.ts";
import { launchBrowser } from "../testing/browser.ts";
import { openVisit } from "../testing/visit.ts";
import { atMost, type Figure, readOptions, report, runBench, say, table } from "./command-line.ts";
import { type ConsoleGateway, nameHelper, startConsoleGateway } from "./console.ts";
import { lookAtLists } from "./lists-in-browser.ts";
import { inMs, quantile, spread } from "./measure.ts";
import { withOwnServers } from "./own-servers.ts";
import { plantNetwork } from "./planted-network.ts";

const usage = "npm run bench:lists -- [--machines 100000] [--containers 10] [--rounds 20]";
const { machines, containers, rounds } = readOptions(usage, { machines: 100_000, containers: 10, rounds: 20 });
const [mostMs, mostBytes] = [300, 300_000];

const live = "vending-machines/live-status";
const home = "vending-machines/pages";
const pivot = "containers/all/pages";
const registered = "vending-machines/all-registered-vending-machines";
const calls = [
  live,
  `${live}/pages`,
  `${live}/pages?state=Offline`,
  `${live}/pages?sort=-lastSeenOnline`,
  `${live}/pages?sort=strength`,
  `${live}/pages?sort=-name&page=2000`,
  `${live}/pages?name=99`,
  `vending-machines?upTo=${mostWhole}`,
  home,
  `${home}?state=Sold%20out&page=20`,
  `${home}?q=99%20kochi`,
  "containers/all",
  pivot,
  `${pivot}?sort=-inStock.Brand%203&page=1000`,
  `${pivot}?q=99&only=sold-out`,
  registered,
  `${registered}/pages`,
  `${registered}/pages?sort=-name&page=2000`,
  `${registered}/pages?name=99`,
];

/** As many heartbeats as so many machines send, all the time. One machine in twenty was heard too long ago. */
const sendHeartbeats = async ({ parts: { redis, keys, mongo } }: ConsoleGateway, serials: readonly string[]) => {
  const log = createLogger("bench", "silent");
  const { collections } = mongo;
  const presence = createPresence({ redis, keys, clock: systemClock, collections, log, silentAfterSeconds: 75 });
  const touch = async (some: string[], agoMs: number): Promise<void> => {
    for (let from = 0; from < some.length; from += 500) {
      const heardAt = Date.now() - agoMs;
      const beats = some.slice(from, from + 500).map((serialNumber) => ({ serialNumber, heardAt, link: null }));
      await presence.touch(beats);
    }
  };
  const silent = serials.filter((_, n) => n % 20 === 0);
  const others = serials.filter((_, n) => n % 20 !== 0);
  await touch(silent, 3_600_000);
  await touch(others, 0);
  let beats = 0;
  const perTurn = Math.ceil(machines / 25 / 20);
  const beating = setInterval(() => {
    const some = Array.from({ length: perTurn }, (_, n) => others[(beats + n) % others.length] ?? "");
    beats += some.length;
    // A heartbeat that is lost is followed by the next.
    touch(some, 0).catch(() => undefined);
  }, 50);
  return () => clearInterval(beating);
};

const createRead = (url: string, token: string) => async (path: string) => {
  const began = performance.now();
  const answer = await fetch(`${url}/api/v1.2/${path}`, {
    headers: { authorization: `Bearer ${token}`, "accept-encoding": "identity" },
  });
  const bytes = (await answer.arrayBuffer()).byteLength;
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return { ms: performance.now() - began, bytes };
};

/** Reads all of them until none fails: what is kept in memory has been read by then. */
const untilKnown = async (read: ReturnType<typeof createRead>): Promise<void> => {
  for (const path of [`${live}/pages`, `${registered}/pages`, home]) {
    const began = performance.now();
    const isRead = () =>
      read(path)
        .then(() => true)
        .catch(() => false);
    await until(path, isRead, 300_000);
    say(`${path} was answered after ${inMs(performance.now() - began)}.`);
  }
};

const measureCalls = async (read: ReturnType<typeof createRead>): Promise<Figure[]> => {
  const rows: (string | number)[][] = [];
  const figures: Figure[] = [];
  for (const path of calls) {
    const loop = monitorEventLoopDelay({ resolution: 5 });
    loop.enable();
    const answers = [];
    for (let round = 0; round < rounds; round += 1) answers.push(await read(path));
    loop.disable();
    const ms = answers.map((one) => one.ms);
    const bytes = Math.max(...answers.map((one) => one.bytes));
    rows.push([path, ...spread(ms), bytes, inMs(loop.max / 1e6)]);
    figures.push(atMost(`${path}, p95`, quantile(ms, 0.95), mostMs, "ms"));
    figures.push(atMost(path, bytes, mostBytes, "bytes"));
  }
  table(["call", "median", "p95", "longest", "bytes", "longest stall of the process"], rows);
  return figures;
};

runBench(async () => {
  if (machines <= mostWhole) throw new Error(`${mostWhole} machines are listed whole.`);
  await buildIfStale(say);
  await withOwnServers(say, async (mongo, services) => {
    const serials = await plantNetwork(mongo, machines, containers);
    say(`${machines} machines with ${containers} containers each stand in the database.`);
    const { gateway, token } = await startConsoleGateway(services);
    const stopHeartbeats = await sendHeartbeats(gateway, serials);
    const read = createRead(gateway.url, token);
    await untilKnown(read);
    const figures = await measureCalls(read);
    const browser = await launchBrowser();
    try {
      const visit = await openVisit(browser, { url: gateway.url, token });
      await visit.page.addInitScript(nameHelper);
      const found = await lookAtLists(visit, rounds);
      table(
        ["in the browser", "median", "p95", "longest"],
        found.map(({ what, ms }) => [what, ...spread(ms)]),
      );
      figures.push(...found.map(({ what, ms }) => atMost(`${what}, p95`, quantile(ms, 0.95), mostMs, "ms")));
    } finally {
      await browser.close();
    }
    stopHeartbeats();
    await gateway.stop();
    report(figures);
  });
});
