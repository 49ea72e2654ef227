import { monitorEventLoopDelay } from "node:perf_hooks";
import { mostWhole } from "#shared/http/long-lists.ts";
import { createPresence } from "#shared/live-status/presence.server.ts";
import { systemClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { aMachine, aUnit } from "#shared/runtime/testing/stored-records.ts";
import { until } from "#shared/testing/eventually.ts";
import { buildIfStale } from "../build.ts";
import { launchBrowser } from "../testing/browser.ts";
import { openVisit, type Visit } from "../testing/visit.ts";
import { atMost, type Figure, readOptions, report, runBench, say, table } from "./command-line.ts";
import { nameHelper, paintedAfter, startConsoleGateway } from "./console.ts";
import { inMs, quantile, spread } from "./measure.ts";
import { withOwnServers } from "./own-servers.ts";

const usage = "npm run bench:lists -- [--machines 100000] [--rounds 20]";
const { machines, rounds } = readOptions(usage, { machines: 100_000, rounds: 20 });
const [mostMs, mostBytes] = [300, 300_000];

/** Machines with units, of which one in twenty was heard too long ago. */
const plant = async ({ collections }: Mongo): Promise<string[]> => {
  const serials: string[] = [];
  for (let begun = 0; begun < machines; begun += 5_000) {
    const some = Array.from({ length: Math.min(5_000, machines - begun) }, (_, n) =>
      aMachine({ name: `Machine ${begun + n + 1}`, vendingMachineId: `LST-${machines - begun - n}` }),
    );
    const units = some.map((machine) => aUnit(machine, { serialNumber: `CU-${machine.vendingMachineId}` }));
    await collections.machines.insertMany(some, { ordered: false });
    await collections.units.insertMany(units, { ordered: false });
    serials.push(...units.map(({ serialNumber }) => serialNumber));
  }
  return serials;
};

/** Runs in the page. */
const isShown = () => location.pathname.endsWith("/live-status") && document.querySelector("tbody tr.row") !== null;
const firstRow = {
  prepare: () => {
    const first = () => document.querySelector<HTMLElement>("tbody tr.row")?.dataset.row;
    Object.assign(globalThis, { first, before: first() });
  },
  conditions: [
    () => {
      const { first, before } = globalThis as unknown as { first: () => string | undefined; before: string };
      return first() !== undefined && first() !== before;
    },
  ],
};

/** From the last click until the rows are painted: the page itself, and its filter. */
const look = async ({ page, goTo }: Visit): Promise<Figure[]> => {
  const opened: number[] = [];
  const filtered: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    await goTo("/Regions");
    const link = page
      .getByRole("navigation")
      .getByRole("link", { name: /^Live Status/ })
      .first();
    await link.waitFor();
    const [shown = 0] = await paintedAfter(page, { prepare: () => undefined, conditions: [isShown] }, () =>
      link.click(),
    );
    const button = page.getByRole("button", { name: /^Online/ });
    const [changed = 0] = await paintedAfter(page, firstRow, () => button.click());
    if (round === 0) continue;
    opened.push(shown);
    filtered.push(changed);
  }
  table(
    ["in the browser", "median", "p95", "longest"],
    [
      ["Live Status from another page", ...spread(opened)],
      ["a filter", ...spread(filtered)],
    ],
  );
  return [
    atMost("Live Status from another page, p95", quantile(opened, 0.95), mostMs, "ms"),
    atMost("a filter, p95", quantile(filtered, 0.95), mostMs, "ms"),
  ];
};

runBench(async () => {
  await buildIfStale(say);
  await withOwnServers(say, async (mongo, services) => {
    if (machines <= mostWhole) throw new Error(`${mostWhole} machines are listed whole.`);
    const serials = await plant(mongo);
    const { gateway, token } = await startConsoleGateway(services);
    const { redis, keys } = gateway.parts;
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
    await touch(
      serials.filter((_, n) => n % 20 === 0),
      3_600_000,
    );
    /** As many heartbeats as so many machines send, all the time. */
    let beats = 0;
    const others = serials.filter((_, n) => n % 20 !== 0);
    await touch(others, 0);
    const beating = setInterval(() => {
      const some = Array.from(
        { length: Math.ceil(machines / 25 / 20) },
        (_, n) => others[(beats + n) % others.length] ?? "",
      );
      beats += some.length;
      // A heartbeat that is lost is followed by the next.
      touch(some, 0).catch(() => undefined);
    }, 50);

    const read = async (path: string) => {
      const began = performance.now();
      const answer = await fetch(`${gateway.url}/api/v1.2/vending-machines/live-status${path}`, {
        headers: { authorization: `Bearer ${token}`, "accept-encoding": "identity" },
      });
      const bytes = (await answer.arrayBuffer()).byteLength;
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      return { ms: performance.now() - began, bytes };
    };
    const began = performance.now();
    await until(
      "all machines in memory",
      () =>
        read("/pages?state=Offline").then(
          () => true,
          () => false,
        ),
      300_000,
    );
    say(`${machines} machines were in memory after ${inMs(performance.now() - began)}.`);
    const rows: (string | number)[][] = [];
    const figures: Figure[] = [];
    const pages = [
      "",
      "?state=Offline",
      "?sort=-lastSeenOnline",
      "?sort=strength",
      "?sort=-name&page=2000",
      "?name=99",
    ];
    for (const path of ["", ...pages.map((page) => `/pages${page}`)]) {
      const loop = monitorEventLoopDelay({ resolution: 5 });
      loop.enable();
      const answers = [];
      for (let round = 0; round < rounds; round += 1) answers.push(await read(path));
      loop.disable();
      const ms = answers.map((one) => one.ms);
      const bytes = Math.max(...answers.map((one) => one.bytes));
      rows.push([`live-status${path}`, ...spread(ms), bytes, inMs(loop.max / 1e6)]);
      figures.push(atMost(`live-status${path}, p95`, quantile(ms, 0.95), mostMs, "ms"));
      figures.push(atMost(`live-status${path}`, bytes, mostBytes, "bytes"));
    }
    table(["call", "median", "p95", "longest", "bytes", "longest stall of the process"], rows);
    const browser = await launchBrowser();
    try {
      const visit = await openVisit(browser, { url: gateway.url, token });
      await visit.page.addInitScript(nameHelper);
      figures.push(...(await look(visit)));
    } finally {
      await browser.close();
    }
    clearInterval(beating);
    await gateway.stop();
    report(figures);
  });
});
