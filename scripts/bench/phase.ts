import { silentAfterSeconds } from "#shared/machines/machine.rules.ts";
import { until } from "#shared/testing/eventually.ts";
import { createFleet, type Fleet } from "../simulator/fleet.ts";
import { pause } from "../simulator/pause.ts";
import { createRandom } from "../simulator/random.ts";
import type { BenchTarget } from "./targets.ts";
import { openWatchers, type WatcherFleet } from "./watchers.ts";

export interface BenchLoad {
  seconds: number;
  sockets: number;
  liveEveryMs: number;
  /** The share of the machines that lose their connection once and come back. */
  dropShare: number;
}

export interface PhaseResult {
  acceptedPerSecond: number;
  deliveriesPerSecond: number;
  p50: number;
  p99: number;
  longest: number;
  /** The share of one processor that the target used: 1 is all of it. */
  cpu: number;
  /** Resident memory of the target, sampled every two seconds. */
  rss: number[];
  drops: number;
  /** Status changes that every socket should have heard of, and those that one did not. */
  changes: number;
  missed: number;
  /** Machines that were announced as silent and were not. */
  falseAlarms: number;
  /** How often a socket was lost or told to load again. */
  interruptions: number;
  socketsAtEnd: number;
  machinesAtEnd: number;
}

const sampleEveryMs = 2_000;
const connectWithinMs = 180_000;

interface Drop {
  serialNumber: string;
  isLong: boolean;
  backAt: number;
}

/**
 * Some machines lose their connection once. In a run that is long enough they stay away past the 75 s, so that every
 * socket must hear of their silence; in a shorter one they only come back.
 */
const planDrops = (fleet: Fleet, { seconds, dropShare }: BenchLoad, drops: Drop[], signal: AbortSignal) => {
  const random = createRandom("drops");
  const isLong = seconds >= 2 * silentAfterSeconds + 60;
  const awayMs = () => (isLong ? random.between(10, 25) + silentAfterSeconds : random.between(2, 4)) * 1_000;
  const lastStartMs = (seconds - (isLong ? silentAfterSeconds + 40 : 10)) * 1_000;
  return fleet.machines
    .filter(() => random.chance(dropShare))
    .map(async (machine) => {
      const away = awayMs();
      if (!(await pause(random.between(1_000, Math.max(2_000, lastStartMs)), signal))) return;
      machine.dropOut(away);
      const drop = { serialNumber: machine.serialNumber, isLong, backAt: Number.POSITIVE_INFINITY };
      drops.push(drop);
      await pause(away);
      await until(`${machine.serialNumber} to come back`, () => machine.state() === "connected", 30_000);
      drop.backAt = Date.now() - 1_000;
    });
};

const judge = (drops: Drop[], fleet: Fleet, watchers: WatcherFleet, sockets: number) => {
  let missed = 0;
  let changes = 0;
  const dropped = new Set(drops.map(({ serialNumber }) => serialNumber));
  for (const { serialNumber, isLong, backAt } of drops) {
    changes += sockets * (isLong ? 2 : 1);
    missed += sockets - watchers.heardAfter(serialNumber, backAt);
    if (isLong) missed += watchers.silences(serialNumber).filter((times) => times !== 1).length;
  }
  const falseAlarms = fleet.machines
    .filter(({ serialNumber }) => !dropped.has(serialNumber))
    .reduce((sum, { serialNumber }) => sum + watchers.silences(serialNumber).filter((times) => times > 0).length, 0);
  return { missed, changes, falseAlarms };
};

/** Connects everything, lets it run for a while under the load, and says what came of it. */
export const runPhase = async (
  target: BenchTarget,
  load: BenchLoad,
  say: (line: string) => void,
): Promise<PhaseResult> => {
  const watchers = await openWatchers(load.sockets, target.url, target.token);
  const fleet = createFleet({
    units: target.units,
    mqttUrl: target.mqttUrl,
    provisioningKey: null,
    liveEveryMs: load.liveEveryMs,
    connectsPerSecond: 200,
    onEvent: (serialNumber, event) => {
      if (event.kind === "live") watchers.notePublished(serialNumber, event.at);
    },
  });
  const { length: machines } = fleet.machines;
  await fleet.start();
  await until(`${machines} machines`, () => fleet.summary().states.connected === machines, connectWithinMs);
  await until("their locks", () => fleet.summary().stored >= machines, connectWithinMs);
  // A Redis that is filled for the first time has every page load again, a moment after the start.
  await pause(1_000);
  say(`${target.name}: ${machines} machines and ${load.sockets} sockets are connected, ${load.seconds} s from now.`);

  const rss: number[] = [];
  const drops: Drop[] = [];
  const ending = new AbortController();
  const before = await target.read();
  const began = performance.now();
  watchers.measure(true);
  const dropping = planDrops(fleet, load, drops, ending.signal);
  for (let at = began; performance.now() < began + load.seconds * 1_000; ) {
    at += sampleEveryMs;
    await pause(Math.min(at, began + load.seconds * 1_000) - performance.now());
    rss.push((await target.read()).rss);
  }
  watchers.measure(false);
  const elapsed = (performance.now() - began) / 1_000;
  const after = await target.read();
  ending.abort();
  await Promise.all(dropping);
  // The last ones that came back still have to be heard.
  await pause(2_000);

  const { latency } = watchers;
  const outcome: PhaseResult = {
    acceptedPerSecond: (after.accepted - before.accepted) / elapsed,
    cpu: (after.cpuSeconds - before.cpuSeconds) / elapsed,
    deliveriesPerSecond: latency.count() / elapsed,
    p50: latency.quantile(0.5),
    p99: latency.quantile(0.99),
    longest: latency.longest(),
    rss,
    drops: drops.length,
    ...judge(drops, fleet, watchers, load.sockets),
    interruptions: watchers.interruptions(),
    socketsAtEnd: watchers.connected(),
    machinesAtEnd: fleet.summary().states.connected,
  };
  watchers.close();
  await fleet.stop();
  return outcome;
};
