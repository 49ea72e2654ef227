import { loadavg } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Page } from "playwright-core";
import type { Room } from "#shared/events/rooms.ts";
import { groupBy } from "#shared/grouping/group-by.ts";
import { customersLine } from "../../simulator/customers/customers.ts";
import type { Fleet, FleetParts } from "../../simulator/fleet.ts";
import { pause } from "../../simulator/pause.ts";
import { createRandom } from "../../simulator/random.ts";
import { launchBrowser } from "../../testing/browser.ts";
import { openVisit } from "../../testing/visit.ts";
import { atLeast, exactly, type Figure } from "../command-line.ts";
import { inMs, quantile } from "../measure.ts";
import { openWatchers, type Watchers } from "../watchers.ts";
import { createMemorySamples } from "./memory-samples.ts";
import { customersAMinute, type Network, openNetwork } from "./network.ts";
import type { Fault } from "./run.ts";
import { createTrueOutages, type Outages } from "./true-outages.ts";
import { createWaits, startOperators, type Waits } from "./working-operators.ts";

const machines = Number(process.env.MACHINES ?? 24);
const operators = Number(process.env.OPERATORS ?? 2);
const seed = Number(process.env.SEED ?? 3);
/** Containers of each machine: what sells 50 a minute at 24 machines, and at least a small machine's. */
const locks = Math.max(20, Math.round(2_880 / machines));
/** Until all machines are connected, and the first pages are loaded. */
const settledMs = 45_000;
const minuteMs = 60_000;
/** Rooms that the page joins beside the live status. */
const rooms: Room[] = ["machines", "alarms", "transactions", "orders", "inventory", "attention"];

const spreadOf = (ms: number[]) => `${inMs(quantile(ms, 0.5))} and ${inMs(quantile(ms, 0.99))} (${ms.length})`;

/** What was waited for since the last report, as medians and 99th percentiles. */
const reportWaits = (waits: Waits, { latency }: Watchers, say: (line: string) => void): void => {
  const { commands, calls } = waits.take();
  say(`  heartbeat to socket ${spreadOf(latency.splice(0))}; click to command ${spreadOf(commands)}`);
  say(`  ${[...calls].map(([kind, ms]) => `${kind} ${spreadOf(ms)}`).join("; ")}`);
};

const summaryOf = (fleet: Fleet): string => {
  const { machines: all, states, live, stored, commands, unreadable } = fleet.summary();
  const messages = `${live} heartbeats, ${stored} locks and results stored, ${commands} commands`;
  return `${states.connected} of ${all} machines connected; ${messages}${unreadable > 0 ? `, ${unreadable} unreadable` : ""}`;
};

/** Runs for this many minutes; returns whether memory was flat. `report` is called every five of them. */
const sampleFor = async (network: Network, page: Page, minutes: number, report: (memory: string) => void) => {
  const memory = await createMemorySamples(network, page);
  const sampleMs = Math.min(minuteMs, minutes * 3_000);
  const samplesAReport = Math.min(5, Math.floor((minutes * minuteMs) / 2 / sampleMs));
  const began = Date.now();
  for (let nth = 1; Date.now() < began + minutes * minuteMs; nth += 1) {
    await pause(began + nth * sampleMs - 1_000 - Date.now());
    for (const one of network.processes) process.kill(one.pid(), "SIGUSR2");
    await pause(1_000);
    await memory.take();
    if (nth % samplesAReport === 0) report(memory.line(samplesAReport));
  }
  return memory.figures(minutes >= 10);
};

/** Each text of a log, and how often it was logged. */
const countLines = (lines: readonly { line: string }[]): string[] => {
  const wordsOf = (line: string) => /"msg":"([^"]*)"/.exec(line)?.[1] ?? line.slice(0, 200);
  return [...groupBy(lines, ({ line }) => wordsOf(line))].map(([words, some]) => `${some.length} x ${words}`);
};

const figuresOfSockets = (watching: Watchers, { outages, missed, falseAlarms }: Outages): Figure[] => [
  exactly(`status changes that a socket missed, of ${outages} outages`, missed, 0),
  exactly("announcements of a silence that was none", falseAlarms, 0),
  exactly("times that a socket was lost or had to load again", watching.state.interruptions.length, 0),
];

export const fault: Fault = {
  promise:
    "50 customers a minute at machines with a trial's faults, operators at work: figures agree at the end, no status is false or missed, memory is flat, nothing is logged as an error and the browser's console is empty",
  run: async (say, minutes = 30) => {
    const [waits, outages, ending] = [createWaits(), createTrueOutages(), new AbortController()];
    let watching: Watchers | null = null;
    const onEvent: FleetParts["onEvent"] = (serialNumber, event) => {
      if (event.kind === "live") watching?.published.set(serialNumber, event.at);
      outages.note(serialNumber, event);
      waits.note(serialNumber, event);
    };
    const network = await openNetwork({ seed, size: { machines, locks }, onEvent }, say);
    const browser = await launchBrowser();
    try {
      const { url, token, people, processes, fleet } = network;
      const heard = await openWatchers(network, operators, rooms);
      watching = heard;
      const visit = await openVisit(browser, { url, token });
      await visit.goTo("/transactions");
      await fleet.start();
      people.start();
      await pause(settledMs);
      heard.state.isMeasuring = true;
      outages.start();
      const working = await startOperators(operators, network, createRandom(seed), waits, ending.signal);
      const lag = monitorEventLoopDelay();
      lag.enable();
      const began = Date.now();
      const memory = await sampleFor(network, visit.page, minutes, (line) => {
        const at = `${Math.round((Date.now() - began) / minuteMs)} min, load ${loadavg()[0]?.toFixed(1)}`;
        say(`${at}, this process late by ${inMs(lag.percentile(99) / 1e6)} at p99: ${line}`);
        reportWaits(waits, heard, say);
        say(`  ${summaryOf(fleet)}; ${customersLine(people.summary()).trim()}`);
        lag.reset();
      });
      ending.abort();
      await working.ended;
      heard.state.isMeasuring = false;
      const sockets = figuresOfSockets(heard, outages.judge(heard));
      const figures = await network.judge();
      waits.take();
      const errors = processes.flatMap((one) => one.errors());
      const complaints = visit.complaints();
      for (const line of countLines(processes.flatMap((one) => one.said()))) say(line);
      const wrong = [...errors, ...complaints, ...waits.failures, ...heard.state.interruptions];
      for (const line of wrong.slice(0, 40)) say(line.slice(0, 400));
      for (const click of waits.uncommanded.slice(0, 10)) say(`no command: ${JSON.stringify(click)}`);
      return [
        ...memory,
        ...sockets,
        ...figures,
        exactly("operators' calls that failed", waits.failures.length, 0),
        exactly("clicks that brought no command to a machine that was connected", waits.uncommanded.length, 0),
        atLeast("cans that were taken", people.summary().taken, minutes * customersAMinute * 0.3),
        exactly("lines at the level error of gateway and worker", errors.length, 0),
        exactly("words on the browser's console", complaints.length, 0),
      ];
    } finally {
      ending.abort();
      for (const { live } of watching?.watchers ?? []) live.close();
      await browser.close();
      await network.stop();
    }
  },
};
