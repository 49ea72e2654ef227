import { loadavg } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { memoryUsage } from "node:process";
import { mostWhole } from "#shared/http/long-lists.ts";
import { createPresence, type PresenceStore } from "#shared/live-status/presence.server.ts";
import { systemClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { until } from "#shared/testing/eventually.ts";
import { buildIfStale } from "../build.ts";
import { launchBrowser } from "../testing/browser.ts";
import { openVisit } from "../testing/visit.ts";
import { atMost, type Figure, head, readOptions, report, row, runBench, say } from "./command-line.ts";
import { type ConsoleGateway, startConsoleGateway, untilStocked } from "./console.ts";
import { lookAtLists } from "./lists-in-browser.ts";
import { inMs, mebibytes, quantile, spread } from "./measure.ts";
import { withOwnServers } from "./own-servers.ts";
import { plantNetwork } from "./planted-network.ts";

const usage = "npm run bench:lists -- [--machines 100000] [--containers 10] [--rounds 20]";
const { machines, containers, rounds } = readOptions(usage, { machines: 100_000, containers: 10, rounds: 20 });
const [mostMs, mostBytes] = [300, 300_000];

const live = "vending-machines/live-status";
const home = "vending-machines/pages";
const pivot = "containers/all/pages";
const registered = "vending-machines/all-registered-vending-machines";
const upTo = `upTo=${mostWhole}`;
const calls = [
  `${live}?${upTo}`,
  `${live}/pages`,
  `${live}/pages?state=Offline`,
  `${live}/pages?sort=-lastSeenOnline`,
  `${live}/pages?sort=strength`,
  `${live}/pages?sort=-name&page=2000`,
  `${live}/pages?name=99`,
  `${live}/pages?q=99%20kochi&sort=name`,
  `${live}/pages?free=true&sort=name`,
  `vending-machines?${upTo}`,
  home,
  `${home}?state=Sold%20out&page=20`,
  `${home}?q=99%20kochi`,
  `containers/all?${upTo}`,
  pivot,
  `${pivot}?sort=-inStock.Brand%203&page=1000`,
  `${pivot}?q=99&only=sold-out`,
  `${registered}?${upTo}`,
  `${registered}/pages`,
  `${registered}/pages?sort=-name&page=2000`,
  `${registered}/pages?name=99`,
];

/** What is counted of all machines, by every open page or by those that show what is not sold. */
const counted = ["attention", "network-events", "vending-machines/at-risk", "vending-machines/at-risk/brands"];

/** What else grows with the machines and has no pages. */
const whole = [
  "vending-machines",
  live,
  "containers/all",
  registered,
  "alarms",
  "regions",
  "product-profiles/profiles",
  "product-profiles/machines",
  "products",
  "search?q=machine",
  "reconciliation",
  "vending-machines/register-request",
  "vending-machines/available-vending-machines-registration",
  "vending-machines/registered-vending-machines-products",
  "sales",
  "sales/summary?span=week",
];

const began = performance.now();
/** What is done, since when the benchmark runs, and what else the computer does. */
const note = (what: string): void => {
  const { rss, heapUsed } = memoryUsage();
  const seconds = Math.round((performance.now() - began) / 1_000);
  const load = loadavg()[0]?.toFixed(1);
  say(`[${seconds} s, ${mebibytes(rss)} resident, ${mebibytes(heapUsed)} heap, load ${load}] ${what}`);
};

const presenceOf = ({ parts: { redis, keys, mongo } }: ConsoleGateway): PresenceStore => {
  const log = createLogger("bench", "silent");
  const { collections } = mongo;
  return createPresence({ redis, keys, clock: systemClock, collections, log, silentAfterSeconds: 75 });
};

/** Sends heartbeats as this many machines do, from `begin` on. One machine in twenty was heard too long ago. */
const createHeartbeats = async (presence: PresenceStore, serials: readonly string[]) => {
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
  return () => {
    const beating = setInterval(() => {
      const some = Array.from({ length: perTurn }, (_, n) => others[(beats + n) % others.length] ?? "");
      beats += some.length;
      // A heartbeat that is lost is followed by the next.
      touch(some, 0).catch(() => undefined);
    }, 50);
    return () => clearInterval(beating);
  };
};

const createRead = (url: string, token: string) => async (path: string) => {
  const began = performance.now();
  const answer = await fetch(`${url}/api/v1.2/${path}`, {
    headers: { authorization: `Bearer ${token}`, "accept-encoding": "identity" },
  });
  const bytes = (await answer.arrayBuffer()).byteLength;
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`);
  return { ms: performance.now() - began, bytes };
};

type Read = ReturnType<typeof createRead>;

/** Reads all of them until none fails: what is kept in memory has been read by then. */
const untilKnown = async (read: Read): Promise<void> => {
  for (const path of [`${live}/pages`, `${registered}/pages`, home]) {
    const since = performance.now();
    const isRead = () =>
      read(path)
        .then(() => true)
        .catch(() => false);
    await until(path, isRead, 300_000);
    note(`${path} was answered after ${inMs(performance.now() - since)}.`);
  }
};

const measure = async (read: Read, paths: readonly string[], times: number): Promise<Figure[]> => {
  const figures: Figure[] = [];
  say(`\n${head("call", "median", "p95", "longest", "bytes", "longest stall of the process")}`);
  for (const path of paths) {
    const loop = monitorEventLoopDelay({ resolution: 5 });
    loop.enable();
    const answers = [];
    for (let round = 0; round < times; round += 1) answers.push(await read(path));
    loop.disable();
    const ms = answers.map((one) => one.ms);
    const bytes = Math.max(...answers.map((one) => one.bytes));
    say(row(path, ...spread(ms), bytes, inMs(loop.max / 1e6)));
    figures.push(atMost(`${path}, p95`, quantile(ms, 0.95), mostMs, "ms"));
    figures.push(atMost(path, bytes, mostBytes, "bytes"));
  }
  return figures;
};

runBench(async () => {
  if (machines <= mostWhole) throw new Error(`${mostWhole} machines are listed whole.`);
  await buildIfStale(say);
  await withOwnServers(say, async (mongo, services) => {
    const serials = await plantNetwork(mongo, machines, containers);
    note(`${machines} machines with ${containers} containers each stand in the database.`);
    const { gateway, token } = await startConsoleGateway(services);
    note("The gateway listens.");
    const read = createRead(gateway.url, token);
    await untilKnown(read);
    const presence = presenceOf(gateway);
    const beginHeartbeats = await createHeartbeats(presence, serials);
    await untilStocked(gateway);
    note("Redis has the stock of all machines.");
    const endHeartbeats = beginHeartbeats();
    const figures = await measure(read, calls, rounds);
    figures.push(...(await measure(read, counted, 3)));
    say("\nNo page calls these when it is opened, or they are small at any size:");
    for (const path of whole) {
      const found = await read(path).catch(({ message }: Error) => message);
      say(row(path, ...(typeof found === "string" ? [found] : [inMs(found.ms), `${found.bytes} bytes`])));
    }
    const browser = await launchBrowser();
    try {
      const visit = await openVisit(browser, { url: gateway.url, token });
      note("The browser runs.");
      const complaints: string[] = [];
      visit.page.on("console", (message) => {
        if (message.type() === "error") complaints.push(message.text());
      });
      say(`\n${head("in the browser", "median", "p95", "longest")}`);
      for await (const { what, ms } of lookAtLists(visit, rounds)) {
        say(row(what, ...spread(ms)));
        for (const words of complaints.splice(0, complaints.length)) say(`  ${words}`);
        figures.push(atMost(`${what}, p95`, quantile(ms, 0.95), mostMs, "ms"));
      }
    } finally {
      await browser.close();
    }
    note("Everything was measured.");
    endHeartbeats();
    await gateway.stop();
    report(figures);
  });
});
