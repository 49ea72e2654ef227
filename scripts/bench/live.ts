import { silentAfterSeconds } from "#shared/machines/machine.rules.ts";
import { until } from "#shared/testing/eventually.ts";
import { noFaults } from "../simulator/faults.ts";
import { createFleet, type Fleet } from "../simulator/fleet.ts";
import { pause } from "../simulator/pause.ts";
import { type FleetPlan, planFleet } from "../simulator/plan.ts";
import { createRandom } from "../simulator/random.ts";
import { exactly, type Figure, readOptions, report, runBench, say, table } from "./command-line.ts";
import { openInstallation, startChild, type Target } from "./installation.ts";
import { inMs, mebibytes, memoryVerdict, quantile } from "./measure.ts";
import { judgeDrops, openWatchers } from "./watchers.ts";

const usage = "npm run bench:live -- [--seconds 300] [--machines 2000] [--sockets 50] [--live-every 25]";
const options = readOptions(usage, { seconds: 300, machines: 2_000, sockets: 50, "live-every": 25 });
const longestRelaySeconds = 120;
const sampleEveryMs = 2_000;
const withinMs = 180_000;
/** The share of the machines that lose their connection once and come back. */
const dropShare = 0.05;

const openRelay = async (plans: FleetPlan[]): Promise<Target> => {
  const relay = await startChild("relay.ts", {});
  return {
    name: "bare relay",
    ...(relay.ready as { url: string; mqttUrl: string }),
    token: "",
    units: plans.map((plan) => ({ plan, secret: "none" })),
    read: relay.read as unknown as Target["read"],
    stop: relay.stop,
  };
};

/** Some machines lose their connection once; in a run that is long enough they stay away past the 75 s of silence. */
const dropMachines = ({ machines }: Fleet, seconds: number) => {
  const random = createRandom("drops");
  const isLong = seconds >= 2 * silentAfterSeconds + 60;
  const lastStartMs = Math.max(2_000, (seconds - (isLong ? silentAfterSeconds + 40 : 10)) * 1_000);
  return machines
    .filter(() => random.chance(dropShare))
    .map(async (machine) => {
      const awayMs = 1_000 * (isLong ? random.between(10, 25) + silentAfterSeconds : random.between(2, 4));
      await pause(random.between(1_000, lastStartMs));
      machine.dropOut(awayMs);
      await pause(awayMs);
      await until(`${machine.serialNumber} to come back`, () => machine.state() === "connected", withinMs);
      return { serialNumber: machine.serialNumber, backAt: Date.now() - 1_000, silences: isLong ? 1 : 0 };
    });
};

/** Connects everything, lets it run for a while, and prints the results. */
const measure = async (target: Target, seconds: number) => {
  const watching = await openWatchers(target, options.sockets);
  const { published, latency, state, watchers } = watching;
  const fleet = createFleet({
    units: target.units,
    mqttUrl: target.mqttUrl,
    provisioningKey: null,
    liveEveryMs: options["live-every"] * 1_000,
    connectsPerSecond: 200,
    onEvent: (serialNumber, event) => {
      if (event.kind === "live") published.set(serialNumber, event.at);
    },
  });
  await fleet.start();
  await until("all machines", () => fleet.summary().states.connected === options.machines, withinMs);
  await until("their locks", () => fleet.summary().stored >= options.machines, withinMs);
  // A Redis that is filled for the first time has every page load again, a moment after the start.
  await pause(1_000);
  say(`${target.name}: ${options.machines} machines, ${options.sockets} sockets, ${seconds} s from now.`);
  const rss: number[] = [];
  const before = await target.read();
  const began = performance.now();
  state.isMeasuring = true;
  const dropping = Promise.all(dropMachines(fleet, seconds));
  while (performance.now() < began + seconds * 1_000) {
    await pause(sampleEveryMs);
    rss.push((await target.read()).rss);
  }
  state.isMeasuring = false;
  const elapsed = (performance.now() - began) / 1_000;
  const after = await target.read();
  const drops = await dropping;
  // The events of the last returns are still to come.
  await pause(2_000);
  const outcome = {
    cells: [
      ((after.accepted - before.accepted) / elapsed).toFixed(1),
      (latency.length / elapsed).toFixed(0),
      ...[0.5, 0.99, 1].map((share) => inMs(quantile(latency, share), 1)),
      `${((100 * (after.cpuSeconds - before.cpuSeconds)) / elapsed).toFixed(0)} %`,
      mebibytes(memoryVerdict(rss).early),
      mebibytes(memoryVerdict(rss).late),
    ],
    memory: memoryVerdict(rss),
    drops: drops.length,
    ...judgeDrops(drops, fleet, watching),
    interruptions: state.interruptions.length,
    lost: options.sockets - watchers.filter(({ live }) => live.connected()).length,
    away: options.machines - fleet.summary().states.connected,
  };
  for (const { live } of watchers) live.close();
  await fleet.stop();
  await target.stop();
  return outcome;
};

runBench(async () => {
  const plans = planFleet(options.machines, 7, noFaults);
  const cansole = await measure(await openInstallation({ machines: plans }, say), options.seconds);
  const relay = await measure(await openRelay(plans), Math.min(options.seconds, longestRelaySeconds));
  const times = ["p50", "p99", "longest"].map((of) => `publish to browser, ${of}`);
  const rows = ["accepted messages/s", "heartbeats shown on sockets/s", ...times, "processor", "memory early", "end"];
  table(
    ["", "Cansole", "bare relay"],
    rows.map((what, at) => [what, cansole.cells[at], relay.cells[at]]),
  );
  const { early, late, isFlat } = cansole.memory;
  const flat: Figure = {
    what: "memory of the gateway",
    measured: `${mebibytes(early)} early, ${mebibytes(late)} at the end`,
    bound: "at most a tenth more",
    isHeld: isFlat,
  };
  report([
    exactly(`status changes of ${cansole.drops} machines that a socket missed`, cansole.missed, 0),
    exactly("announcements of a silence that was none", cansole.falseAlarms, 0),
    exactly("times that a socket was lost or had to load again", cansole.interruptions, 0),
    exactly("sockets that were lost at the end", cansole.lost, 0),
    exactly("machines that were lost at the end", cansole.away, 0),
    flat,
  ]);
});
