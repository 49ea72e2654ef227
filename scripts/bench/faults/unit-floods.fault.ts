import { updateStock } from "#shared/control-units/control-unit.api.ts";
import type { AutoUnit } from "../../integration/commands/auto-unit.ts";
import { judge, locksNotAsSaid } from "../../integration/commands/judge.ts";
import type { PlantedUnit } from "../../integration/planted.ts";
import { pause } from "../../simulator/pause.ts";
import { atMost, exactly, table } from "../command-line.ts";
import { openInstallation, startChild } from "../installation.ts";
import { quantile, spread } from "../measure.ts";
import { createTimes, openOperators, startAutoUnits } from "../operators.ts";
import { openWatchers } from "../watchers.ts";
import { manners } from "./floods/manners.ts";
import type { Fault } from "./run.ts";

const calm = 40;
const seconds = Number(process.env.SECONDS ?? 8);
const clicks = 4;
const sockets = 10;
/** Only those manners whose words contain it. */
const only = process.env.MANNER ?? "";

/** Well-behaved units: what they say of one lock after another, each a moment after the PUBACK of the one before. */
const createCalm = (units: AutoUnit[]) => {
  const said = new Map<string, boolean>();
  const measure = async (unit: AutoUnit, times: number[], until: number) => {
    for (let turn = 0; performance.now() < until; turn += 1) {
      const channel = 11 + (turn % 10);
      const lock = `${unit.serialNumber}/${channel}`;
      const isLocked = !said.get(lock);
      const began = performance.now();
      await unit.sayLocks([{ channel, isLocked }]);
      said.set(lock, isLocked);
      times.push(performance.now() - began);
      await pause(1_000);
    }
  };
  return {
    said,
    measureFor: async (ms: number): Promise<number[]> => {
      const times: number[] = [];
      await Promise.all(units.map((unit) => measure(unit, times, performance.now() + ms)));
      return times;
    },
  };
};

const repeats = "the same facts of one command, again and again";

export const fault: Fault = {
  promise:
    "units that flood within what they may spend delay no other unit's PUBACK and no door by much, lose no fact of another and make no page load again",
  run: async (say, each = 2) => {
    const chosen = Object.keys(manners).filter((words) => words.includes(only));
    const installation = await openInstallation(
      {
        machines: calm + chosen.length * each,
        gateways: [{}, {}],
        env: () => ({ MQTT_PACKETS_PER_ADDRESS: "1000000" }),
      },
      say,
    );
    const { mongo, units, gateways } = installation;
    const [good, bad] = [units.slice(0, calm), units.slice(calm)] as [PlantedUnit[], PlantedUnit[]];
    const watching = await openWatchers(installation, sockets, ["machines", "registered-units"]);
    const mqttUrls = gateways.map(({ mqttUrl }) => mqttUrl);
    const fleet = await startAutoUnits(good, (at) => mqttUrls[at % mqttUrls.length] ?? "", {
      openMs: 200,
      closeMs: 400,
    });
    const operators = await openOperators(sockets, installation);
    const flooders = await startChild("faults/floods/flooders.ts", { mqttUrls });
    const quiet = createCalm(fleet.units);
    const stored = async () => {
      const { dataSize } = await mongo.db.stats();
      return { dataSize: Number(dataSize), ...(await installation.read()) };
    };
    const phase = async () => {
      const [times, before] = [createTimes(), await stored()];
      watching.state.isMeasuring = true;
      const interruptions = watching.state.interruptions.length;
      const clicking = operators.clickFor(seconds * 1_000, clicks, good, fleet.units, times);
      const pubacks = await quiet.measureFor(seconds * 1_000);
      await clicking;
      watching.state.isMeasuring = false;
      const after = await stored();
      return {
        times,
        pubacks,
        interruptions: watching.state.interruptions.slice(interruptions),
        mebibytes: (after.dataSize - before.dataSize) / 1_048_576,
        accepted: after.accepted - before.accepted,
        cpuSeconds: after.cpuSeconds - before.cpuSeconds,
      };
    };
    const flooded = async (words: string) => {
      const its = bad.slice(chosen.indexOf(words) * each, (chosen.indexOf(words) + 1) * each);
      await flooders.ask({
        manner: words,
        units: its.map(({ plan, secret }) => ({ serialNumber: plan.serialNumber, secret })),
      });
      await pause(2_000);
      for (const { plan } of words === repeats ? its : []) {
        const body = { vendingMachineId: plan.vendingMachineId, containers: ["1"] };
        await installation.operator().call(updateStock, { body });
      }
      return phase();
    };
    try {
      await phase();
      const phases: [string, Awaited<ReturnType<typeof phase>>][] = [["nobody floods", await phase()]];
      for (const words of chosen) {
        phases.push([words, await flooded(words)]);
        await flooders.ask({ manner: null, units: [] });
        await pause(2_000);
      }
      phases.push(["nobody floods any more", await phase()]);
      table(
        [
          "",
          "PUBACK p50",
          "p95",
          "longest",
          "click to opened p50",
          "p95",
          "longest",
          "not seen",
          "messages",
          "CPU",
          "MiB",
        ],
        phases.map(([words, { pubacks, times, accepted, cpuSeconds, mebibytes }]) => [
          words,
          ...spread(pubacks),
          ...spread(times.whole),
          ...[times.lost, accepted, `${cpuSeconds.toFixed(0)} s`, mebibytes.toFixed(1)],
        ]),
      );
      for (const [words, { interruptions }] of phases)
        for (const why of new Set(interruptions))
          say(`${words}: ${interruptions.filter((one) => one === why).length} x ${why}`);
      await pause(10_000);
      // The doors of those that flooded are nobody's business here.
      const ofBad = { vendingMachineId: { $in: bad.map(({ plan }) => plan.vendingMachineId) } };
      await mongo.collections.sessions.deleteMany(ofBad);
      await mongo.collections.sessionRows.deleteMany(ofBad);
      const wrongs = await judge(mongo, fleet.units);
      const wrongLocks = await locksNotAsSaid(mongo, quiet.said);
      const ofGood = { $in: good.map(({ plan }) => plan.serialNumber) };
      const ends = await mongo.collections.connectionHistory
        .find({ event: "disconnected", "meta.unit": ofGood })
        .toArray();
      const [before, after] = [phases[0]?.[1], phases.at(-1)?.[1]];
      const usual = (of: (one: NonNullable<typeof before>) => number[]) =>
        Math.max(...[before, after].flatMap((one) => (one ? quantile(of(one), 0.95) : [])));
      const beside = phases.slice(1, -1).map(([, one]) => one);
      const worst = (of: (one: NonNullable<typeof before>) => number[]) =>
        Math.max(...beside.map((one) => quantile(of(one), 0.95)));
      const pubacks = usual((one) => one.pubacks);
      const clicked = usual((one) => one.times.whole);
      return [
        atMost(
          "PUBACK of others, p95, beside the worst",
          worst((one) => one.pubacks),
          4 * pubacks + 250,
          "ms",
        ),
        atMost(
          "click to opened, p95, beside the worst",
          worst((one) => one.times.whole),
          2 * clicked + 500,
          "ms",
        ),
        exactly(
          "doors of others that were not seen to open",
          beside.reduce((sum, { times }) => sum + times.lost, 0),
          0,
        ),
        exactly("rows of others without an end", wrongs.rowsWithoutEnd.length, 0),
        exactly("facts of others that were lost", wrongs.factsLost.length, 0),
        exactly("doors of others opened late", wrongs.openedAfterExpiry.length, 0),
        exactly("commands of others sent twice", wrongs.commandedTwice.length, 0),
        exactly("locks of others that are not as they were said last", wrongLocks.length, 0),
        exactly("connections of others that ended", ends.length, 0),
        exactly("times that a page had to load again", beside.flatMap(({ interruptions }) => interruptions).length, 0),
      ];
    } finally {
      await flooders.stop();
      operators.close();
      for (const { live } of watching.watchers) live.close();
      await fleet.stop();
      await installation.stop();
    }
  },
};
