import { updateStock } from "#shared/control-units/control-unit.api.ts";
import { openRawUnit } from "../../../broker/testing/raw-unit.ts";
import type { AutoUnit } from "../../integration/commands/auto-unit.ts";
import { judge, nothingWrong } from "../../integration/commands/judge.ts";
import type { PlantedUnit } from "../../integration/planted.ts";
import { pause } from "../../simulator/pause.ts";
import { atMost, exactly, table } from "../command-line.ts";
import { type Installation, openInstallation } from "../installation.ts";
import { quantile, spread } from "../measure.ts";
import { createTimes, openOperators, startAutoUnits } from "../operators.ts";
import { openWatchers } from "../watchers.ts";
import { manners } from "./floods/manners.ts";
import type { Fault } from "./run.ts";

const calm = 40;
const seconds = Number(process.env.SECONDS ?? 25);
const clicks = 4;
const sockets = 10;
/** Only those manners whose words contain it. */
const only = process.env.MANNER ?? "";

/** Misbehaves until the end, over one connection after another, at both gateways by turns. */
const flood = async (
  { gateways }: Installation,
  { plan: { serialNumber }, secret }: PlantedUnit,
  manner: (typeof manners)[string],
  ending: AbortSignal,
): Promise<void> => {
  let seq = 0;
  const boot = `flood-${process.pid}`;
  for (let turn = 0; !ending.aborted; turn += 1) {
    const { mqttUrl } = gateways[turn % gateways.length] ?? { mqttUrl: "" };
    const unit = await openRawUnit(Number(new URL(mqttUrl).port));
    unit.connect({ id: serialNumber, password: secret });
    const ended = new AbortController();
    unit.socket.once("close", () => ended.abort());
    const signal = AbortSignal.any([ending, ended.signal]);
    if ((await unit.answer()) === 0) await manner?.({ unit, serialNumber, signal, boot, next: () => seq++ });
    else await pause(1_000, ending);
    if (manner !== manners["a new connection each second"] || ending.aborted) {
      unit.leave();
      await pause(1_000, ending);
    }
  }
};

/** Well-behaved units: what they say of one lock after another, each a moment after the PUBACK of the one before. */
const createCalm = (units: AutoUnit[]) => {
  const said = new Map<string, Map<number, boolean>>();
  const measure = async (unit: AutoUnit, times: number[], until: number) => {
    const locks = said.get(unit.serialNumber) ?? new Map<number, boolean>();
    said.set(unit.serialNumber, locks);
    for (let turn = 0; performance.now() < until; turn += 1) {
      const channel = 11 + (turn % 10);
      const isLocked = !locks.get(channel);
      const began = performance.now();
      await unit.sayLocks([{ channel, isLocked }]);
      locks.set(channel, isLocked);
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

export const fault: Fault = {
  promise:
    "units that flood within what they may spend delay no other unit's PUBACK and no door by much, lose no fact of another and make no page load again",
  run: async (say, each = 2) => {
    const chosen = Object.entries(manners).filter(([words]) => words.includes(only));
    const many = calm + chosen.length * each;
    const installation = await openInstallation(
      { machines: many, gateways: [{}, {}], env: () => ({ MQTT_PACKETS_PER_ADDRESS: "1000000" }) },
      say,
    );
    const ending = new AbortController();
    const { mongo, units, gateways } = installation;
    const [good, bad] = [units.slice(0, calm), units.slice(calm)] as [PlantedUnit[], PlantedUnit[]];
    const watching = await openWatchers(installation, sockets, ["machines", "registered-units"]);
    const urlOf = (at: number) => gateways[at % gateways.length]?.mqttUrl ?? "";
    const fleet = await startAutoUnits(good, urlOf, { openMs: 200, closeMs: 400 });
    const operators = await openOperators(sockets, installation);
    const quiet = createCalm(fleet.units);
    const stored = async () => {
      const { dataSize, collections } = await mongo.db.stats();
      return { dataSize: Number(dataSize), collections, ...(await installation.read()) };
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
        rss: after.rss / 1_048_576,
      };
    };
    try {
      await phase();
      const without = await phase();
      const floods = chosen.flatMap(([, manner], at) =>
        bad.slice(at * each, (at + 1) * each).map((unit) => flood(installation, unit, manner, ending.signal)),
      );
      await pause(2_000);
      // What the same facts are said of.
      const repeated = chosen.findIndex(([words]) => words.startsWith("the same facts"));
      for (const { plan } of repeated < 0 ? [] : bad.slice(repeated * each, (repeated + 1) * each)) {
        const body = { vendingMachineId: plan.vendingMachineId, containers: ["1"] };
        await installation
          .operator()
          .call(updateStock, { body })
          .catch(() => undefined);
      }
      await pause(3_000);
      const beside = await phase();
      ending.abort();
      await Promise.all(floods);
      const phases = [without, beside];
      table(
        [
          "",
          "PUBACK p50",
          "p95",
          "longest",
          "click to opened p50",
          "p95",
          "longest",
          "messages",
          "CPU",
          "MiB stored",
          "RSS",
        ],
        phases.map(({ pubacks, times, accepted, cpuSeconds, mebibytes, rss }, at) => [
          at === 0 ? "nobody floods" : `${bad.length} units flood`,
          ...spread(pubacks),
          ...spread(times.whole),
          accepted,
          `${cpuSeconds.toFixed(0)} s`,
          mebibytes.toFixed(1),
          rss.toFixed(0),
        ]),
      );
      for (const why of new Set(beside.interruptions))
        say(`${beside.interruptions.filter((one) => one === why).length} x ${why}`);
      await pause(20_000);
      await Promise.all(fleet.units.map((unit) => unit.beat()));
      // The doors of those that flooded are nobody's business here.
      const ofBad = { vendingMachineId: { $in: bad.map(({ plan }) => plan.vendingMachineId) } };
      await mongo.collections.sessions.deleteMany(ofBad);
      await mongo.collections.sessionRows.deleteMany(ofBad);
      const wrongs = await judge({ collections: mongo.collections }, fleet.units);
      const doors = await mongo.collections.doors.find({ channel: { $gte: 11 } }).toArray();
      const isLocked = new Map(doors.map((door) => [door._id, door.isLocked]));
      const wrong = [...quiet.said].flatMap(([serialNumber, locks]) =>
        [...locks].filter(([channel, is]) => isLocked.get(`${serialNumber}/${channel}`) !== is),
      );
      const ofGood = new Set(good.map(({ plan }) => plan.serialNumber));
      const rows = await mongo.collections.connectionHistory
        .find({ event: "disconnected", "meta.unit": { $in: [...ofGood] } })
        .toArray();
      return [
        atMost(
          "PUBACK of others, p95",
          quantile(beside.pubacks, 0.95),
          10 * quantile(without.pubacks, 0.95) + 250,
          "ms",
        ),
        atMost(
          "click to opened, p95",
          quantile(beside.times.whole, 0.95),
          quantile(without.times.whole, 0.95) + 1_000,
          "ms",
        ),
        exactly("doors of others that were not seen to open", beside.times.lost, 0),
        exactly("rows of others without an end", wrongs.rowsWithoutEnd.length, 0),
        exactly("facts of others that were lost", wrongs.factsLost.length, nothingWrong.factsLost.length),
        exactly(
          "doors of others opened late or commanded twice",
          wrongs.openedAfterExpiry.length + wrongs.commandedTwice.length,
          0,
        ),
        exactly("locks of others that are not as they were said last", wrong.length, 0),
        exactly("connections of others that ended", rows.length, 0),
        exactly("times that a page had to load again", beside.interruptions.length, 0),
      ];
    } finally {
      ending.abort();
      operators.close();
      for (const { live } of watching.watchers) live.close();
      await fleet.stop();
      await installation.stop();
    }
  },
};
