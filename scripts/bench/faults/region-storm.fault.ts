import { ObjectId } from "mongodb";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { until } from "#shared/testing/eventually.ts";
import { noFaults } from "../../simulator/faults.ts";
import { createFleet, type Fleet } from "../../simulator/fleet.ts";
import { pause } from "../../simulator/pause.ts";
import { planFleet } from "../../simulator/plan.ts";
import { createRandom } from "../../simulator/random.ts";
import { atMost, exactly } from "../command-line.ts";
import { openInstallation } from "../installation.ts";
import { inMs, quantile } from "../measure.ts";
import { judgeDrops, openWatchers } from "../watchers.ts";
import { plantRule } from "./notified-operator.ts";
import type { Fault } from "./run.ts";

const sockets = 50;
const minuteMs = 60_000;
/** All are gone within this time, and back. */
const spreadMs = 30_000;
const connectedWithinMs = 180_000;
/** Silence counts this long after a start. */
const steadyMs = 150_000;
/** They stay away this long after the alarm. */
const heldMs = 45_000;

/** After this many minutes a machine of the region is offline; it is known a minute later. */
const offlineAfterMinutes = Number(process.env.OFFLINE_MINUTES ?? 5);
const knownWithinMinutes = offlineAfterMinutes + 1;

const plantRegion = async ({ collections }: Mongo): Promise<void> => {
  const profiles = (await collections.productProfiles.find().toArray()).map(({ _id }) => _id);
  await collections.regions.insertOne({ _id: new ObjectId(), region: "Kochi", profiles, offlineAfterMinutes, rev: 0 });
};

/** All lose their connection, each at a moment of its own; what it answers is when the first went, and who was lost. */
const loseAll = async ({ machines }: Fleet, awayMs: number) => {
  const random = createRandom("storm");
  const firstAt = Date.now();
  const drops = machines.map(async (machine) => {
    await pause(random.between(0, spreadMs));
    machine.dropOut(awayMs);
    await pause(awayMs);
    await until(`${machine.serialNumber} to come back`, () => machine.state() === "connected", connectedWithinMs);
    return { serialNumber: machine.serialNumber, backAt: Date.now() - 1_000, silences: 1 };
  });
  return { firstAt, drops: Promise.all(drops) };
};

export const fault: Fault = {
  promise:
    "Machines of a region that lose their line together are one alarm within 6 minutes, notified and cleared once",
  run: async (say, count = 2_000) => {
    const installation = await openInstallation(
      { machines: planFleet(count, 7, noFaults), workers: [{}, {}], plant: plantRegion },
      say,
    );
    const { mongo, units, mqttUrl } = installation;
    const { alarms } = mongo.collections;
    const watching = await openWatchers(installation, sockets, ["alarms"]);
    const { state, watchers, latency, published } = watching;
    const fleet = createFleet({
      units,
      mqttUrl,
      provisioningKey: null,
      connectsPerSecond: 200,
      onEvent: (serialNumber, event) => {
        if (event.kind === "live") published.set(serialNumber, event.at);
      },
    });
    try {
      await plantRule(mongo);
      await fleet.start();
      await until("all machines", () => fleet.summary().states.connected === count, connectedWithinMs);
      await pause(steadyMs);
      state.isMeasuring = true;
      const before = await installation.read();
      const { firstAt, drops } = await loseAll(fleet, knownWithinMinutes * minuteMs + heldMs);
      say(`${count} machines lose their line`);
      const opened = () => alarms.findOne({ kind: "region-offline", state: "open", due: { $size: 0 } });
      const alarm = await until("the alarm", opened, (knownWithinMinutes + 1) * minuteMs);
      const known = (alarm.raisedAt.getTime() - firstAt) / minuteMs;
      say(`${alarm.words}, known after ${known.toFixed(1)} minutes`);
      const back = await drops;
      say("all are back");
      const cleared = async () => (await alarms.countDocuments({ state: "open" })) === 0;
      await until("the end of the alarm", cleared, 3 * minuteMs).catch(async (error: unknown) => {
        const standing = await alarms.find({ state: "open" }).toArray();
        for (const { kind, words, members } of standing)
          say(`still open: ${kind}, ${words}, ${members.length} machines`);
        throw error;
      });
      await pause(5_000);
      state.isMeasuring = false;
      const after = await installation.read();
      const found = await alarms.find().toArray();
      for (const { kind, words, members, history } of found)
        say(`${kind}, ${words}, ${members.length} machines: ${history.map(({ step }) => step).join(", ")}`);
      const stepsOf = (step: string) =>
        found.flatMap(({ history }) => history.filter((one) => one.step === step)).length;
      const shown = watchers.filter(({ alarms }) => alarms.some((one) => one.state === "cleared")).length;
      const { missed, falseAlarms } = judgeDrops(back, fleet, watching);
      say(`publish to browser: p50 ${inMs(quantile(latency, 0.5), 1)}, p99 ${inMs(quantile(latency, 0.99), 1)}`);
      say(`events of alarms for each socket: ${Math.max(...watchers.map(({ alarms }) => alarms.length))} at most`);
      say(`processor time of the gateway: ${(after.cpuSeconds - before.cpuSeconds).toFixed(1)} s`);
      return [
        exactly("alarms", found.length, 1),
        atMost("from the first loss until it is known", known, knownWithinMinutes, "min"),
        exactly("machines that it lists", alarm.members.length, count),
        ...(["raised", "notified", "cleared"] as const).map((step) =>
          exactly(`times it was ${step}`, stepsOf(step), 1),
        ),
        exactly("sockets that were shown its end", shown, sockets),
        exactly("status changes that a socket missed", missed, 0),
        exactly("announcements of a silence that was none", falseAlarms, 0),
        exactly("times that a socket was lost or had to load again", state.interruptions.length, 0),
      ];
    } finally {
      for (const { live } of watchers) live.close();
      await fleet.stop();
      await installation.stop();
    }
  },
};
