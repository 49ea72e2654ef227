import { until } from "#shared/testing/eventually.ts";
import { noFaults } from "../simulator/faults.ts";
import { pause } from "../simulator/pause.ts";
import { type FleetPlan, planFleet } from "../simulator/plan.ts";
import { atLeast, atMost, type Cell, exactly, readOptions, report, runBench, say, table } from "./command-line.ts";
import { inMs, median, mostOpenFiles, quantile } from "./measure.ts";
import {
  type Brokers,
  brokerOf,
  commanded,
  commandedAt,
  costOf,
  openAedes,
  openCansole,
  openMosquitto,
} from "./scale/brokers.ts";
import { openUnitProcesses, type UnitProcesses } from "./scale/unit-processes.ts";
import type { ScaleUnit } from "./scale/units.ts";
import { type Drop, judgeDrops, openWatchers, type Watchers } from "./watchers.ts";

const usage =
  "npm run bench:scale -- [--connections 38000] [--steps 1000,10000,20000] [--seconds 15] [--bare-seconds 5] [--gateways 2]";
const numbers = { connections: 38_000, seconds: 15, "bare-seconds": 5, gateways: 2 };
const options = readOptions(usage, numbers, ["steps"]);
const clientProcesses = 2;
const liveEveryMs = 25_000;
const fullRate = 4_000;
const changesPerSecond = 50;
const clicksPerSecond = 10;
/** Each socket hears every unit: what one gateway's screens could show at most. */
const sockets = 2;
const dropShare = 0.01;
/** Longer than the 75 s after which a unit is silent, so that it is said once. */
const awayMs = 95_000;
/** Files of a process that are no units' connections. */
const otherFiles = 500;
const addresses = 16;
const sampleEveryMs = 2_000;
const filledWithinMs = 3_000;

/**
 * Numbers of connections to measure, without messages; the largest once more with as many heartbeats a second as
 * 100,000 machines send.
 */
const stepsTo = (most: number) => [
  ...(options.steps ?? "1000,10000,20000")
    .split(",")
    .map(Number)
    .filter((one) => one < most)
    .map((count) => ({ count, isFull: false })),
  { count: most, isFull: false },
  { count: most, isFull: true },
];
type Step = ReturnType<typeof stepsTo>[number];

const unitsOf = ({ units, ports }: Brokers): ScaleUnit[] =>
  units.map(({ plan, secret }, nth) => ({
    serialNumber: plan.serialNumber,
    secret: secret ?? "",
    version: plan.version,
    port: ports[brokerOf(nth, ports.length)] ?? 0,
    from: `127.0.1.${1 + (Math.floor(nth / 4) % addresses)}`,
  }));

/** Clicks for a while, each beginning when it is due; answers whose each was and when, by what its command will carry. */
const clickFor = async (seconds: number, { command, units }: Brokers, first: number) => {
  const began = new Map<string, { unit: string; at: number }>();
  const refused: string[] = [];
  const going: Promise<unknown>[] = [];
  for (let nth = first; nth < first + seconds * clicksPerSecond; nth += 1) {
    const unit = units[commandedAt(nth, units.length)]?.plan.serialNumber ?? "";
    const at = performance.timeOrigin + performance.now();
    const note = (id: string) => began.set(id, { unit, at });
    going.push(command(nth).then(note, (error: unknown) => refused.push(`${unit}: ${String(error)}`)));
    await pause(1_000 / clicksPerSecond);
  }
  await Promise.all(going);
  return { began, refused };
};

/** Holds one number of connections for a while. */
const hold = async (
  brokers: Brokers,
  processes: UnitProcesses,
  step: Step,
  order: { seconds: number; nth: number },
) => {
  const everyMs = step.isFull ? (step.count * 1_000) / fullRate : liveEveryMs;
  await processes.beat(Math.min(liveEveryMs, everyMs), changesPerSecond);
  await pause(3_000);
  const early = await processes.read();
  const before = costOf(brokers);
  const began = performance.now();
  const rss: number[] = [];
  const sampling = setInterval(() => rss.push(costOf(brokers).rss), sampleEveryMs);
  const clicks = await clickFor(order.seconds, brokers, order.nth * order.seconds * clicksPerSecond);
  clearInterval(sampling);
  const elapsed = (performance.now() - began) / 1_000;
  const cpuSeconds = costOf(brokers).cpuSeconds - before.cpuSeconds;
  const heardBy = await processes.read();
  // The last commands are still on their way.
  await pause(2_000);
  const late = await processes.read();
  // Once each: a command may be delivered twice.
  const firsts = new Map([...heardBy.commands, ...late.commands].toReversed().map((one) => [one.sessionId, one]));
  const sentMs = [...firsts.values()].flatMap(({ sessionId, at }) => {
    const click = clicks.began.get(sessionId);
    return click ? [at - click.at] : [];
  });
  const unsent = [...clicks.began].filter(([sessionId]) => !firsts.has(sessionId));
  const unheard = [...clicks.refused, ...unsent.map(([sessionId, { unit }]) => `${unit}: session ${sessionId}`)];
  for (const one of unheard) say(`  a click without a command: ${one}`);
  return {
    beats: heardBy.beats / elapsed,
    puback: heardBy.pubackMs,
    sentMs,
    unheard: unheard.length,
    rss: median(rss),
    cores: cpuSeconds / elapsed,
    lost: early.lost + heardBy.lost + late.lost,
    back: [...early.back, ...heardBy.back, ...late.back],
  };
};

const measure = async (brokers: Brokers, most: number, seconds: number, watching: Watchers | null) => {
  const processes = await openUnitProcesses(clientProcesses);
  const units = unitsOf(brokers);
  const empty = costOf(brokers).rss;
  const rows: Cell[][] = [];
  const drops: Drop[] = [];
  const total = { lost: 0, unheard: 0, dropped: 0, cores: 0, puback: 0, sent: 0, beats: 0 };
  const noteBack = (back: { serialNumber: string; backAt: number }[]) =>
    drops.push(...back.map(({ serialNumber, backAt }) => ({ serialNumber, backAt: backAt - 1_000, silences: 1 })));
  let connected = 0;
  let named = 0;
  try {
    for (const [nth, step] of stepsTo(most).entries()) {
      const began = performance.now();
      await processes.connect(units.slice(connected, step.count));
      const perSecond = (step.count - connected) / ((performance.now() - began) / 1_000);
      connected = step.count;
      if (watching) {
        // Each of them once, and none whose doors are opened: a click on a machine that is offline is refused.
        const some = units.slice(commanded, step.count).filter((_, at) => at % Math.round(1 / dropShare) === nth);
        total.dropped += some.length;
        await processes.drop(
          some.map(({ serialNumber }) => serialNumber),
          awayMs,
        );
      }
      const held = await hold(brokers, processes, step, { seconds, nth });
      noteBack(held.back);
      total.lost += held.lost;
      total.unheard += held.unheard;
      Object.assign(total, { cores: held.cores, puback: quantile(held.puback, 0.99), beats: held.beats });
      total.sent = quantile(held.sentMs, 0.99);
      const kib = (held.rss - empty) / step.count / 1_024;
      rows.push([
        `${brokers.name}, ${step.count.toLocaleString("en")}`,
        held.beats.toFixed(0),
        step.isFull ? "" : perSecond.toFixed(0),
        `${kib.toFixed(1)} KiB`,
        ...[0.5, 0.99].map((share) => inMs(quantile(held.puback, share), 1)),
        ...[0.5, 0.99].map((share) => inMs(quantile(held.sentMs, share), 1)),
        held.cores.toFixed(2),
      ]);
      say(`  ${rows.at(-1)?.join("  ")}`);
      for (const one of watching?.state.interruptions.slice(named) ?? []) say(`  a socket ${one}`);
      named = watching?.state.interruptions.length ?? 0;
    }
    const allBack = async () => {
      noteBack((await processes.read()).back);
      return drops.length >= total.dropped;
    };
    if (watching) {
      await until("the lost to come back", allBack, 2 * awayMs);
      // The events of the last returns are still to come.
      await pause(3_000);
    }
    const away = connected - (await processes.read()).connected;
    return { ...total, rows, drops, units, away };
  } finally {
    await processes.stop();
  }
};

const measureCansole = async (plans: FleetPlan[]) => {
  const cansole = await openCansole(plans, options.gateways);
  try {
    const watching = await openWatchers(cansole, sockets);
    // A Redis that is filled for the first time has every page load again, a moment after the start.
    await pause(filledWithinMs);
    watching.state.isMeasuring = true;
    const measured = await measure(cansole, plans.length, options.seconds, watching);
    const judged = judgeDrops(measured.drops, { machines: measured.units }, watching);
    for (const { live } of watching.watchers) live.close();
    return { ...measured, ...judged, interruptions: watching.state.interruptions.length };
  } finally {
    await cansole.stop();
  }
};

const measureBare = async (brokers: Brokers | null, most: number) => {
  if (!brokers) return null;
  return measure(brokers, most, options["bare-seconds"], null).finally(brokers.stop);
};

runBench(async () => {
  const limit = mostOpenFiles();
  const most = Math.min(options.connections, (limit - otherFiles) * Math.min(options.gateways, clientProcesses));
  say(`A process may have ${limit} files open (ulimit -n): ${most} connections at ${options.gateways} processes.`);
  const plans = planFleet(most, 7, noFaults);
  const cansole = await measureCansole(plans);
  const aedes = await measureBare(await openAedes(plans, options.gateways), most);
  const mosquitto = await measureBare(await openMosquitto(plans, options.gateways), most);
  if (!mosquitto) say("Mosquitto is not on PATH, and is left out.");
  const heads = ["connections", "heartbeats/s", "signed in/s", "memory of each", "PUBACK p50", "p99"];
  table(
    [...heads, "click to command p50", "p99", "cores"],
    [cansole, aedes, mosquitto].flatMap((one) => one?.rows ?? []),
  );
  report([
    exactly(`status changes of ${cansole.drops.length} units that a socket missed`, cansole.missed, 0),
    exactly("announcements of a silence that was none", cansole.falseAlarms, 0),
    exactly("times that a socket was lost or had to load again", cansole.interruptions, 0),
    exactly("connections that were lost", cansole.lost, 0),
    exactly("units that were away at the end", cansole.away, 0),
    exactly("clicks whose command did not arrive", cansole.unheard, 0),
    atLeast("heartbeats a second, at the end", cansole.beats, Math.min(fullRate, most / 25) * 0.95),
    atMost("PUBACK of a changed lock at the end, p99", cansole.puback, 1_000, "ms"),
    atMost("click to command at the end, p99", cansole.sent, 1_500, "ms"),
  ]);
});
