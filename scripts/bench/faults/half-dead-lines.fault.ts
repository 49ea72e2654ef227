import { openContainers } from "#shared/control-units/control-unit.api.ts";
import { changeRegistered } from "#shared/registration/registration.api.ts";
import { until } from "#shared/testing/eventually.ts";
import { type AutoUnit, createAutoUnit } from "../../integration/commands/auto-unit.ts";
import { judgeOnceEnded, locksNotAsSaid } from "../../integration/commands/judge.ts";
import type { PlantedUnit } from "../../integration/planted.ts";
import { pause } from "../../simulator/pause.ts";
import { createRandom, type Random } from "../../simulator/random.ts";
import { openSilentLine, type SilentLine } from "../../testing/silent-line.ts";
import { atLeast, exactly } from "../command-line.ts";
import { type Installation, openInstallation } from "../installation.ts";
import type { Fault } from "./run.ts";

const machines = 10;
const openEveryMs = 150;
const endsWithinMs = 200_000;

/** Lines fall silent with a unit on them, which connects to the other gateway; what lay in them comes out later. */
const silenceLines = async (lines: SilentLine[], units: AutoUnit[], random: Random, signal: AbortSignal) => {
  let silenced = 0;
  while (await pause(random.between(100, 700), signal)) {
    const line = random.pick(lines);
    silenced += line.silence({ whichSaid: random.pick(units).serialNumber.toLowerCase() });
    if (random.chance(0.3)) random.pick(lines).speak();
  }
  for (const line of lines) line.speak();
  return silenced;
};

/** Operators withdraw units' permission and give it back. */
const withdraw = async ({ operator, mongo }: Installation, random: Random, signal: AbortSignal) => {
  const all = await mongo.collections.units.find().toArray();
  const set = (_id: string, authorised: boolean) =>
    operator(random.whole(0, 1)).call(changeRegistered, { body: { _id, authorised } });
  let times = 0;
  while (await pause(random.between(500, 2_000), signal)) {
    const id = `${random.pick(all)._id}`;
    await set(id, false);
    await pause(random.between(0, 800));
    await set(id, true);
    times += 1;
  }
  return times;
};

/** Each unit says how a lock of its own is, again and again; answers what it said last of each. */
const sayLocks = async (units: AutoUnit[], random: Random, signal: AbortSignal) => {
  const last = new Map<string, boolean>();
  while (await pause(60, signal)) {
    const unit = random.pick(units);
    const channel = random.whole(11, 20);
    const isLocked = random.chance(0.5);
    last.set(`${unit.serialNumber}/${channel}`, isLocked);
    void unit.sayLocks([{ channel, isLocked }], random.chance(0.2));
  }
  return last;
};

const openDoors = async ({ operator }: Installation, planted: PlantedUnit[], random: Random, signal: AbortSignal) => {
  let given = 0;
  for (let at = 0; await pause(openEveryMs, signal); at += 1) {
    const { vendingMachineId } = random.pick(planted).plan;
    const containers = [`${random.whole(1, 10)}`];
    const answer = operator(at).call(openContainers, { body: { vendingMachineId, containers } });
    given += await answer.then(
      () => 1,
      () => 0,
    );
  }
  return given;
};

export const fault: Fault = {
  promise:
    "units whose line dies half while they are at the other gateway already, or lose their permission for a moment: no door opens late or twice, no fact is lost, each lock is as it was said last",
  run: async (say, seconds = 60) => {
    const seed = process.env.SEED ?? String(Date.now());
    say(`seed ${seed}; SEED=${seed} npm run faults -- half-dead-lines=${seconds} draws the same lots again`);
    const random = createRandom(seed);
    const installation = await openInstallation({ machines, gateways: [{}, {}], workers: [{}, {}] }, say);
    const { mongo, units: planted, gateways } = installation;
    const lines = await Promise.all(gateways.map(({ mqttUrl }) => openSilentLine(mqttUrl)));
    const stays = random.fork("stays");
    const units = planted.map((unit, at) => {
      let turn = at;
      const url = () => `mqtt://${lines[turn++ % lines.length]?.host}`;
      const manner = { openMs: 150, closeMs: 300, staysMs: () => stays.between(1_000, 6_000), awayMs: () => 50 };
      return createAutoUnit(unit, url, manner);
    });
    const ending = new AbortController();
    const { signal } = ending;
    try {
      for (const unit of units) unit.start();
      await until("units know the time", () => units.every((unit) => unit.receivedTime() !== null), 60_000);
      const silencing = silenceLines(lines, units, random.fork("lines"), signal);
      const withdrawing = withdraw(installation, random.fork("operators"), signal);
      const saying = sayLocks(units, random.fork("locks"), signal);
      const opening = openDoors(installation, planted, random.fork("doors"), signal);
      await pause(seconds * 1_000);
      ending.abort();
      const [silenced, withdrawn, last, given] = await Promise.all([silencing, withdrawing, saying, opening]);
      const opened = units.flatMap(({ openings }) => openings).length;
      say(
        `${silenced} lines fell silent, ${withdrawn} permissions were withdrawn, ${given} commands, ${opened} doors opened`,
      );
      await until("all units to be heard out", () => units.every((unit) => unit.unsaid().length === 0), 60_000);
      const wrongs = await judgeOnceEnded(mongo, units, endsWithinMs);
      const wrongLocks = await locksNotAsSaid(mongo, last);
      const acted = units.flatMap(({ openings }) =>
        openings.map(({ commandId, channel }) => `${commandId}/${channel}`),
      );
      return [
        atLeast("doors that opened", opened, given / 10),
        exactly("doors opened twice by one command", acted.length - new Set(acted).size, 0),
        exactly("doors opened late", wrongs.openedAfterExpiry.length, 0),
        exactly("commands sent twice", wrongs.commandedTwice.length, 0),
        exactly("facts with a PUBACK that are not stored", wrongs.factsLost.length, 0),
        exactly("locks that are not as they were said last", wrongLocks.length, 0),
      ];
    } finally {
      ending.abort();
      for (const line of lines) line.speak();
      await Promise.all(units.map((unit) => unit.stop()));
      await Promise.all(lines.map((line) => line.stop()));
      await installation.stop();
    }
  },
};
