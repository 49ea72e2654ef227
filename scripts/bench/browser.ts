import type { Page } from "playwright-core";
import { createPresence } from "#shared/live-status/presence.server.ts";
import { systemClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { aMachine, aUnit } from "#shared/runtime/testing/stored-records.ts";
import { buildIfStale } from "../build.ts";
import type { Visit } from "../testing/visit.ts";
import { atMost, type Figure, readOptions, report, runBench, say, table } from "./command-line.ts";
import { type ConsoleGateway, dragScrollBar, gesture, paintedAfter, recordFrames, withConsole } from "./console.ts";
import { quantile, spread } from "./measure.ts";
import { withOwnServers } from "./own-servers.ts";

const usage =
  "npm run bench:browser -- [--rows 2000] [--changes 1000] [--seconds 20] [--rounds 30] [--of mongodb://host/name] " +
  "(filled by bench:load -- --into; without it orders are not measured) [--only live-status|orders]";
const defaults = { rows: 2_000, changes: 1_000, seconds: 20, rounds: 30 };
const options = readOptions(usage, defaults, ["of", "only"]);
const { rows, changes, seconds, rounds } = options;
/** A sixtieth of a second, as browsers round it, and by how much the clock of frames differs. */
const mostFrameMs = 16.8;
const mostTaskMs = 100;
const mostAnswerMs = 200;
/** A list waits this long for the next letter: it is no time of an answer. */
const restMs = 250;

const plantFleet = async ({ collections }: Mongo): Promise<string[]> => {
  const machines = Array.from({ length: rows }, (_, n) => {
    const number = String(n).padStart(5, "0");
    return aMachine({ name: `Machine ${number}`, vendingMachineId: `BRW-${number}` });
  });
  const units = machines.map((machine) => aUnit(machine, { serialNumber: `CU-${machine.vendingMachineId}` }));
  await collections.machines.insertMany(machines);
  await collections.units.insertMany(units);
  return units.map(({ serialNumber }) => serialNumber);
};

/** Heartbeats of these units, in turn, as a gateway writes and publishes them: 50 groups a second. */
const startHeartbeats = async ({ parts }: ConsoleGateway, serialNumbers: string[]) => {
  const { redis, keys, mongo } = parts;
  const log = createLogger("bench", "silent");
  const { collections } = mongo;
  const presence = createPresence({ redis, keys, clock: systemClock, collections, log, silentAfterSeconds: 75 });
  const beatOf = (serialNumber: string) => ({
    serialNumber,
    heardAt: Date.now(),
    link: null,
    strength: -50 - Math.floor(Math.random() * 40),
  });
  await presence.touch(serialNumbers.map(beatOf));
  const began = performance.now();
  let published = 0;
  const clock = setInterval(() => {
    const due = Math.max(0, Math.floor(((performance.now() - began) / 1_000) * changes) - published);
    const beats = Array.from({ length: due }, (_, n) => serialNumbers[(published + n) % serialNumbers.length] ?? "");
    published += due;
    void presence.touch(beats.map(beatOf));
  }, 20);
  return { published: () => published, stop: () => clearInterval(clock) };
};

/** The list of all machines while they change: standing still, being read, sorted by what changes. */
const watchLiveStatus = async ({ page, goTo }: Visit, published: () => number): Promise<Figure[]> => {
  const line = await page.context().newCDPSession(page);
  const stand = () => page.waitForTimeout(seconds * 1_000);
  const ways: [string, string, () => Promise<unknown>][] = [
    ["by name, standing", "", stand],
    ["the latest first, standing", "&sort=-lastSeenOnline", stand],
    ["by name, reading, 1,200 px/s", "", () => gesture(line, { down: 1_200 * seconds }, 1_200)],
    ["by name, scroll bar, top to bottom in 300 frames", "", () => dragScrollBar(page, ".table-scroll")],
  ];
  const lines: (string | number)[][] = [];
  const figures: Figure[] = [];
  for (const [what, sort, run] of ways) {
    await goTo(`/live-status?state=All${sort}`);
    await page.getByText(`${rows.toLocaleString("en-IN")} vending machines,`).waitFor();
    await page.locator("tbody tr.row").first().waitFor();
    // Code is compiled in the first seconds; they are not measured.
    await page.waitForTimeout(3_000);
    const before = { published: published(), at: performance.now() };
    const { deltas, tasks } = await recordFrames(page, run);
    const perSecond = ((published() - before.published) * 1_000) / (performance.now() - before.at);
    lines.push([what, perSecond.toFixed(0), deltas.length, ...spread(deltas, 1), tasks.length]);
    if (!what.includes("standing")) continue;
    figures.push(atMost(`${what}: a frame, p95`, quantile(deltas, 0.95), mostFrameMs, "ms"));
    figures.push(atMost(`${what}: the longest task`, Math.max(0, ...tasks), mostTaskMs, "ms"));
  }
  table(["live-status", "changes/s", "frames", "p50", "p95", "longest", "tasks above 50 ms"], lines);
  return figures;
};

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });

/** Chooses by the keyboard in a select field. */
const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await main(page).getByRole("combobox", { name: label }).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("option", { name: option, exact: true }).click();
};

/** The list shows another first row, or another count, whole and without a skeleton. */
const answered = {
  prepare: () => {
    const shown = () =>
      `${document.querySelector<HTMLElement>("tbody tr.row")?.dataset.row} ${document.querySelector(".table-foot [role=status]")?.textContent}`;
    Object.assign(globalThis, { shown, before: shown() });
  },
  conditions: [
    () => {
      const { shown, before } = globalThis as unknown as { shown: () => string; before: string };
      const isWhole = !document.querySelector(".table .bone") && document.querySelector(".table-foot") !== null;
      return isWhole && shown() !== before;
    },
  ],
};

/** The list of orders as an operator uses it, each action `rounds` times after a first one. */
const useOrders = async ({ page, goTo }: Visit, { collections }: Mongo): Promise<Figure[]> => {
  const orders = await collections.orders.aggregate([{ $sample: { size: rounds + 1 } }]).toArray();
  const users = await collections.users.find({ _id: { $in: orders.map(({ user }) => user) } }).toArray();
  const machines = await collections.machines.find().limit(rounds).toArray();
  const [ids, phones] = [orders.map(({ orderId }) => String(orderId)), users.map(({ phone }) => phone)];
  const lines: (string | number)[][] = [];
  const figures: Figure[] = [];
  const after = (touch: () => Promise<unknown>) => paintedAfter(page, answered, touch);
  const clear = () => after(() => button(page, "Clear").click());
  const measure = async (what: string, action: (round: number) => Promise<unknown>, undo = false, rest = 0) => {
    await goTo("/Orders");
    await page.locator("tbody tr.row").first().waitFor();
    await button(page, "Filter").click();
    const ms: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const [took = 0] = await after(() => action(round));
      if (round > 0) ms.push(took);
      if (undo) await clear();
    }
    lines.push([what, ms.length, ...spread(ms)]);
    figures.push(atMost(`${what}, p95`, quantile(ms, 0.95), mostAnswerMs + rest, "ms"));
  };
  const typed = (label: string, texts: string[]) => async (round: number) => {
    await page.getByLabel(label, { exact: true }).focus();
    await page.keyboard.type(texts[round % texts.length] ?? "", { delay: 60 });
  };
  const pasted = async (round: number) => {
    await page.getByLabel("Order Id", { exact: true }).focus();
    await page.evaluate((text) => navigator.clipboard.writeText(text), ids[round] ?? "");
    await page.keyboard.press("Control+V");
  };
  const byTurns = (one: string, other: string) => (round: number) =>
    button(page, round % 2 === 0 ? one : other).click();
  await measure("type: a phone", typed("Phone", phones), true);
  await measure("type: an order id, pasted", pasted, true);
  await measure("type: an order id, letter by letter", typed("Order Id", ids), true, restMs);
  const machineIds = machines.map(({ vendingMachineId }) => vendingMachineId);
  await measure("type: a machine's id, letter by letter", typed("Vending Machine", machineIds), true, restMs);
  await measure("filter: a status", () => choose(page, "Status", "payment failed"), true);
  const lastDays = async () => {
    await main(page).getByTitle("Days", { exact: true }).click();
    await button(page, "30 d").click();
  };
  await measure("filter: the last 30 days", lastDays, true);
  await measure("sort: old, new", byTurns("Old", "New"));
  await measure("page: Next", () => button(page, "Next").click());
  await measure("page: Last, First", byTurns("Last", "First"));
  table([`${orders.length} examples`, "times", "p50", "p95", "longest"], lines);
  return figures;
};

runBench(async () => {
  await buildIfStale(say);
  const figures: Figure[] = [];
  if (options.only !== "orders")
    await withOwnServers(say, async (mongo, services) => {
      const serialNumbers = await plantFleet(mongo);
      await withConsole(mongo, services, 1_440, async (visit, gateway) => {
        const heartbeats = await startHeartbeats(gateway, serialNumbers);
        figures.push(...(await watchLiveStatus(visit, heartbeats.published)));
        heartbeats.stop();
      });
    });
  const { of } = options;
  if (options.only !== "live-status" && of)
    await withOwnServers(
      say,
      async (mongo, services) => {
        figures.push(...(await withConsole(mongo, services, 1_440, (visit) => useOrders(visit, mongo))));
      },
      of,
    );
  report(figures);
});
