import { Redis } from "ioredis";
import { createRedisKeys } from "#shared/runtime/redis-keys.ts";
import { pause } from "../../simulator/pause.ts";
import { createHandUnit } from "../../walks/commands/hand-unit.ts";
import { type ClockHouse, type LinedMachine, withClockHouse } from "./clock-house.ts";
import { atLeast, atMost, exactly, type Fault, type Figure } from "./fault.ts";

const skewMs = 15_000;
/** Of the gateways; operators are at the first. */
const clocks = [0, -skewMs, skewMs];
/** Beyond the 10 s of a command, and beyond the 30 s of its session. */
const stalls = [12_000, 34_000];
const silentSeconds = 75;

/** How late a door sprang open whose command lay on the line for so long, in milliseconds; null if it did not. */
const afterStall = async ({ open }: ClockHouse, machine: LinedMachine, ms: number): Promise<number | null> => {
  // Its PUBACK shows the unit that the line is alive: it bears the stall.
  await machine.unit.sayLocks([{ channel: 9, isLocked: true }]);
  machine.line.stall();
  await open(machine, ["2"]);
  await pause(ms);
  machine.line.release();
  await pause(2_000);
  const found = machine.unit.openings.find(({ channel }) => channel === 2);
  return found ? found.at - found.expiresAt : null;
};

/** A unit reports a locked door at the gateway that is ahead, and after a power cut an open one at that behind. */
const isLockLost = async ({ gateways, mongo }: ClockHouse, { planted, unit }: LinedMachine): Promise<boolean> => {
  await unit.stop();
  for (const [place, isLocked] of [
    [2, true],
    [1, false],
  ] as const) {
    const poweredUp = createHandUnit(planted);
    await poweredUp.connect(gateways[place]?.mqttUrl ?? "");
    await poweredUp.sayLocks([{ channel: 1, isLocked }]);
    await poweredUp.end();
  }
  const door = await mongo.collections.doors.findOne({ serialNumber: planted.plan.serialNumber, channel: 1 });
  return door?.isLocked !== false;
};

/** Seconds from the last word of a unit that died at a gateway until somebody noticed. */
const silenceNoticed = async ({ services, until }: ClockHouse, { unit }: LinedMachine): Promise<number> => {
  const redis = new Redis(services.redisUrl);
  const { offline } = createRedisKeys("cansole");
  await unit.beat();
  const died = performance.now();
  await unit.stop();
  const isNoticed = async () => (await redis.zscore(offline, unit.serialNumber)) !== null;
  await until("its silence", isNoticed, 120_000);
  redis.disconnect();
  return (performance.now() - died) / 1_000;
};

const readiness = async ({ gateways }: ClockHouse, say: (line: string) => void): Promise<number[]> =>
  Promise.all(
    gateways.map(async ({ url }, i) => {
      const answer = await fetch(`${url}/readyz`);
      say(`gateway with ${clocks[i]} ms: ${answer.status} ${await answer.text()}`);
      return answer.status;
    }),
  );

export const fault: Fault = {
  promise: "clocks of gateways and workers that are off by 15 s open no door late and lose no acknowledged lock",
  run: (say) =>
    withClockHouse({ gateways: clocks, workers: [skewMs, -skewMs], machines: 15 }, say, async (house) => {
      const figures: Figure[] = [];
      const statuses = await readiness(house, say);
      const of = (place: number) => house.machines.filter(({ at }) => at === place);
      const skewed = [...of(1).slice(0, 4), ...of(2).slice(0, 4)];
      const dead = [of(1)[4], of(2)[4]].flatMap((one) => one ?? []);
      const healthy = skewed.map(async (machine) => {
        await house.open(machine, ["1"]);
        await house.until("a healthy door", () => machine.unit.openings.length > 0, 20_000).catch(() => undefined);
        return machine.unit.openings.length;
      });
      const silences = Promise.all(dead.map((machine) => silenceNoticed(house, machine)));
      const lost = await Promise.all(of(0).map((machine) => isLockLost(house, machine)));
      const opened = await Promise.all(healthy);
      const late = await Promise.all(skewed.map((one, i) => afterStall(house, one, stalls[i % 2] ?? 0)));
      say(
        `after stalls of ${stalls.join(" and ")} ms: ${late.map((ms) => (ms === null ? "-" : `${ms} ms`)).join(", ")}`,
      );
      const latest = Math.max(0, ...late.map((ms) => ms ?? 0));
      figures.push(exactly("doors opened late", late.filter((ms) => ms !== null && ms >= 0).length, 0));
      figures.push(atMost("the latest", latest, 0, "ms"));
      figures.push(exactly("healthy doors that did not open", opened.filter((many) => many === 0).length, 0));
      figures.push(exactly("acknowledged locks lost, of 5", lost.filter(Boolean).length, 0));
      const noticed = await silences;
      figures.push(atMost("a dead unit was noticed within", Math.max(...noticed), silentSeconds + 3, "s"));
      figures.push(atLeast("and not before", Math.min(...noticed), silentSeconds - 3, "s"));
      figures.push(
        exactly("skewed gateways that say they are not ready", statuses.filter((one) => one === 503).length, 2),
      );
      return figures;
    }),
};
