import { readLockReport, readPingReport } from "#shared/control-units/control-unit.api.ts";
import { readMachine, readMachineHistory } from "#shared/machines/machine.api.ts";
import { until } from "#shared/testing/eventually.ts";
import { judgeOnceEnded, locksNotAsSaid } from "../../integration/commands/judge.ts";
import { pause } from "../../simulator/pause.ts";
import { createRandom, type Random } from "../../simulator/random.ts";
import { atLeast, exactly, type Figure } from "../command-line.ts";
import { type Installation, openInstallation } from "../installation.ts";
import { oddClocks } from "./odd/clocks.ts";
import { createOddUnit, type OddUnit } from "./odd/odd-unit.ts";
import { type Clicks, technicians } from "./odd/technicians.ts";
import type { Fault } from "./run.ts";

/** A power cut may leave a door open that was opened for stock: its row waits 300 s for the closing. */
const endsWithinMs = 330_000;

/** Processes stand still or are killed, one at a time. */
const trouble = async ({ gateways, workers }: Installation, random: Random, signal: AbortSignal) => {
  let times = 0;
  while (await pause(random.between(3_000, 8_000), signal)) {
    const one = random.pick([...gateways, ...workers]);
    times += 1;
    if (random.chance(0.5)) {
      one.freeze();
      await pause(random.between(500, 7_000));
      one.thaw();
    } else {
      await one.kill();
      await pause(random.between(100, 1_500));
      await one.start();
    }
  }
  return times;
};
const cutPower = async (units: OddUnit[], random: Random, signal: AbortSignal) => {
  while (await pause(random.between(500, 3_000), signal)) random.pick(units).powerCut();
};
/** Doors that nobody commands: a key, a hand. */
const moveDoors = async (units: OddUnit[], random: Random, signal: AbortSignal) => {
  while (await pause(150, signal)) random.pick(units).setDoor(random.whole(10, 12), random.chance(0.5));
};

/** No session opened a door twice, none that was cancelled or never sent did, and each click was one session. */
const wrongsOfClicks = async ({ mongo }: Installation, units: OddUnit[], { sessionsOf, cancelled }: Clicks) => {
  const openings = units.flatMap((unit) => unit.openings.map((one) => ({ ...one, unit: unit.serialNumber })));
  const commands = await mongo.collections.commands.find().toArray();
  const rows = await mongo.collections.sessionRows.find().toArray();
  const commandOf = new Map(commands.map((command) => [command._id, command]));
  const acts = openings.map(({ commandId, channel }) => `${commandOf.get(commandId)?.session}/${channel}`);
  const endOf = new Map(rows.map((row) => [`${row.session}/${row.channel}`, row.end]));
  const unsent = new Set(["cancelled", "expired", "rejected"]);
  /** A door that an older command opened after a newer one that knows the same door was sent. */
  const overtaken = openings.filter(({ commandId, channel, at, unit }) => {
    const mine = commandOf.get(commandId);
    return commands.some(
      (other) =>
        mine?.sentAt &&
        other.sentAt &&
        other.serialNumber === unit &&
        (other.type === "open" || other.type === "stock-update") &&
        other.channels.includes(channel) &&
        other.sentAt > mine.sentAt &&
        other.sentAt.getTime() < at,
    );
  });
  return {
    twice: acts.filter((act, at) => acts.indexOf(act) !== at),
    ofCancelled: openings.filter(({ commandId }) => cancelled.has(`${commandOf.get(commandId)?.session}`)),
    ofUnsent: acts.filter((act) => unsent.has(endOf.get(act) ?? "")),
    overtaken,
    severalSessions: [...sessionsOf].filter(([, sessions]) => sessions.size > 1),
  };
};

/** Whatever clocks say, what operators read of each machine is there and of today. */
const wrongPages = async ({ operator, units }: Installation): Promise<string[]> => {
  const wrong: string[] = [];
  const today = new Date(Date.now() - 3_600_000 * 24).toISOString().slice(0, 10).replaceAll("-", "/");
  for (const { machineId, plan } of units) {
    const body = { vendingMachineId: plan.vendingMachineId, startDate: today };
    const params = { id: machineId };
    const tried = async (what: string, work: Promise<unknown>) =>
      work.catch((error: unknown) => wrong.push(`${plan.vendingMachineId} ${what}: ${error}`));
    await tried("page", operator(0).call(readMachine, { params }));
    await tried("history", operator(1).call(readMachineHistory, { params, query: {} }));
    await tried("pings", operator(0).call(readPingReport, { body }));
    await tried(
      "locks",
      operator(1)
        .call(readLockReport, { body })
        .then(({ lockData }) => {
          const days = lockData.filter(({ datetime }) => Math.abs(Date.parse(datetime) - Date.now()) > 3_600_000);
          if (days.length > 0) wrong.push(`${plan.vendingMachineId}: ${days.length} changes at another time`);
        }),
    );
  }
  return wrong;
};

export const fault: Fault = {
  promise:
    "units with wrong clocks that say things twice, late and in any order, and two technicians who click again and again while processes die: no door opens twice for a click, late or for what was cancelled, no fact is lost, each lock is as it is",
  run: async (say, seconds = 60): Promise<Figure[]> => {
    const seed = process.env.SEED ?? String(Date.now());
    say(`seed ${seed}`);
    const random = createRandom(seed);
    const clocks = Object.entries(oddClocks(random.fork("clocks")));
    const installation = await openInstallation(
      { machines: clocks.length, gateways: [{}, {}], workers: [{}, {}] },
      say,
    );
    const { mongo, units: planted, gateways } = installation;
    const ports = gateways.map(({ mqttUrl }) => Number(new URL(mqttUrl).port));
    const units = planted.map((unit, at) =>
      createOddUnit({ unit, ports, random: random.fork(`unit ${at}`), clock: clocks[at]?.[1] ?? ((now) => now) }),
    );
    const ending = new AbortController();
    const { signal } = ending;
    const silent: string[] = [];
    try {
      for (const unit of units) unit.start();
      await until("units know the time", () => units.every((unit) => unit.knowsTime()), 60_000);
      const work = Promise.all([
        technicians(installation, planted, random.fork("technicians"), signal),
        trouble(installation, random.fork("trouble"), signal),
        cutPower(units, random.fork("power"), signal),
        moveDoors(units, random.fork("doors"), signal),
      ]);
      await pause(seconds * 1_000);
      ending.abort();
      const [clicks, troubles] = await work;
      for (const unit of units) unit.calm();
      say(`${clicks.sessionsOf.size} clicks, ${clicks.cancelled.size} cancelled, ${troubles} troubles`);
      for (const [why, times] of clicks.refusals) say(`refused ${times}: ${why}`);
      await until("all units to be heard out", () => units.every((unit) => unit.isHeardOut()), 60_000);
      const wrongs = await judgeOnceEnded(mongo, units, endsWithinMs);
      const said = units.flatMap(({ serialNumber, doors }) =>
        [...doors].map(([channel, isLocked]) => [`${serialNumber}/${channel}`, isLocked] as const),
      );
      const locks = await locksNotAsSaid(mongo, new Map(said));
      const clicked = await wrongsOfClicks(installation, units, clicks);
      const pages = await wrongPages(installation);
      const gaps = await Promise.all(
        planted.map(({ machineId }) =>
          installation.operator(0).call(readMachineHistory, { params: { id: machineId }, query: { kind: "gap" } }),
        ),
      );
      silent.push(...gaps.flatMap(({ entries }) => entries.map((entry) => JSON.stringify(entry))));
      const errors = installation.processes.flatMap((one) => one.errors());
      for (const line of [...locks, ...pages, ...silent, ...errors].slice(0, 20)) say(line);
      for (const [name, list] of Object.entries({ ...clicked, ...wrongs }))
        if (list.length > 0) say(`${name}: ${JSON.stringify(list.slice(0, 3))}`);
      const opened = units.flatMap(({ openings }) => openings).length;
      return [
        atLeast("doors that opened", opened, seconds / 2),
        exactly("clicks that became several sessions", clicked.severalSessions.length, 0),
        exactly("doors opened twice by one session", clicked.twice.length, 0),
        exactly("doors opened by a cancelled session", clicked.ofCancelled.length, 0),
        exactly("doors opened by what was never sent", clicked.ofUnsent.length, 0),
        exactly("doors opened by an older command than the last that knows them", clicked.overtaken.length, 0),
        exactly("doors opened late", wrongs.openedAfterExpiry.length, 0),
        exactly("commands sent twice", wrongs.commandedTwice.length, 0),
        exactly("facts with a PUBACK that are not stored", wrongs.factsLost.length, 0),
        exactly("locks that are not as they are", locks.length, 0),
        exactly("pages that could not be read, or were of another day", pages.length, 0),
        exactly("silences in the history of units that were heard", silent.length, 0),
        exactly("errors in logs", errors.length, 0),
      ];
    } finally {
      ending.abort();
      await Promise.all(units.map((unit) => unit.stop()));
      await installation.stop();
    }
  },
};
