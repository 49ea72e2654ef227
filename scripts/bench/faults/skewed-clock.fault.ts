import { Redis } from "ioredis";
import { openContainers } from "#shared/control-units/control-unit.api.ts";
import { createRedisKeys } from "#shared/runtime/redis-keys.ts";
import { until } from "#shared/testing/eventually.ts";
import type { AutoUnit } from "../../integration/commands/auto-unit.ts";
import { createHandUnit } from "../../integration/commands/hand-unit.ts";
import type { PlantedUnit } from "../../integration/planted.ts";
import { pause } from "../../simulator/pause.ts";
import { openSilentLine, type SilentLine } from "../../testing/silent-line.ts";
import { atLeast, atMost, exactly } from "../command-line.ts";
import { type Installation, withInstallation } from "../installation.ts";
import { startAutoUnits } from "../operators.ts";
import type { Fault } from "./run.ts";

const skewMs = 15_000;
/** Of the gateways; operators are at the first. Each clock is that of its process, MongoDB has this computer's. */
const clocks = [0, -skewMs, skewMs];
/** Beyond the 10 s of a command, and beyond the 30 s of its session. */
const stalls = [12_000, 34_000];
const silentSeconds = 75;

interface Machine {
  planted: PlantedUnit;
  unit: AutoUnit;
  line: SilentLine;
}
const open = ({ operator }: Installation, { planted }: Machine, label: string) => {
  const body = { vendingMachineId: planted.plan.vendingMachineId, containers: [label] };
  return operator().call(openContainers, { body });
};

/** How late a door opened whose command lay on the line for so long, in milliseconds; null if it did not. */
const afterStall = async (installation: Installation, machine: Machine, ms: number): Promise<number | null> => {
  const { unit, line } = machine;
  // Its PUBACK shows the unit that the line is alive: it bears the stall.
  await unit.sayLocks([{ channel: 9, isLocked: true }]);
  line.silence({ newOnes: true });
  await open(installation, machine, "2");
  await pause(ms);
  line.speak();
  await pause(2_000);
  const found = unit.openings.find(({ channel }) => channel === 2);
  return found ? found.at - found.expiresAt : null;
};

/** A unit reports a locked door at the gateway that is ahead, and after a power cut an open one at that behind. */
const isLockLost = async ({ gateways, mongo }: Installation, { planted, unit }: Machine): Promise<boolean> => {
  await unit.stop();
  for (const place of [2, 1]) {
    const poweredUp = createHandUnit(planted);
    await poweredUp.connect(gateways[place]?.mqttUrl ?? "");
    await poweredUp.sayLocks([{ channel: 1, isLocked: place === 2 }]);
    await poweredUp.end();
  }
  const door = await mongo.collections.doors.findOne({ serialNumber: planted.plan.serialNumber, channel: 1 });
  return door?.isLocked !== false;
};

/** Seconds from the last message of a unit that died until somebody noticed. */
const silenceNoticed = async ({ env }: Installation, { unit }: Machine): Promise<number> => {
  const redis = new Redis(env.REDIS_URL);
  const { offline } = createRedisKeys("cansole");
  await unit.beat();
  const died = performance.now();
  await unit.stop();
  const isNoticed = async () => (await redis.zscore(offline, unit.serialNumber)) !== null;
  await until("its silence", isNoticed, 120_000);
  redis.disconnect();
  return (performance.now() - died) / 1_000;
};

const clocked = (ms: number) => ({
  NODE_OPTIONS: `--import=${new URL("moved-clock.mjs", import.meta.url).href}`,
  CLOCK_AHEAD_MS: `${ms}`,
});

export const fault: Fault = {
  promise: "clocks of gateways and workers that are off by 15 s open no door late and lose no acknowledged lock",
  run: (say) => {
    const options = { machines: 15, gateways: clocks.map(clocked), workers: [skewMs, -skewMs].map(clocked) };
    return withInstallation(options, say, async (installation) => {
      const { gateways, units: planted } = installation;
      const lines = await Promise.all(planted.map((_, at) => openSilentLine(gateways[at % 3]?.mqttUrl ?? "")));
      const mqttUrlOf = (at: number) => `mqtt://${lines[at]?.host}`;
      const { units, stop } = await startAutoUnits(planted, mqttUrlOf, { openMs: 100, closeMs: 300 });
      const machines = units.map((unit, at) => ({ unit, planted: planted[at], line: lines[at] }) as Machine);
      const of = (place: number) => machines.filter((_, at) => at % 3 === place);
      const skewed = [...of(1).slice(0, 4), ...of(2).slice(0, 4)];
      const silences = Promise.all(
        [...of(1).slice(4), ...of(2).slice(4)].map((one) => silenceNoticed(installation, one)),
      );
      const healthy = skewed.map(async (machine) => {
        await open(installation, machine, "1");
        const isOpen = () => machine.unit.openings.length > 0;
        return until("a healthy door", isOpen, 20_000).catch(() => false);
      });
      const readiness = await Promise.all(gateways.map(async ({ url }) => (await fetch(`${url}/readyz`)).status));
      const lost = await Promise.all(of(0).map((machine) => isLockLost(installation, machine)));
      const opened = await Promise.all(healthy);
      const late = await Promise.all(skewed.map((one, i) => afterStall(installation, one, stalls[i % 2] ?? 0)));
      const noticed = await silences;
      await stop();
      await Promise.all(lines.map((line) => line.stop()));
      say(`readiness ${readiness.join(", ")}; doors after stalls: ${late.map((ms) => ms ?? "-").join(", ")}`);
      return [
        exactly("doors opened late", late.filter((ms) => ms !== null && ms >= 0).length, 0),
        exactly("healthy doors that did not open", opened.filter((is) => !is).length, 0),
        exactly("acknowledged locks lost, of 5", lost.filter(Boolean).length, 0),
        atMost("a unit that died was noticed within", Math.max(...noticed), silentSeconds + 3, "s"),
        atLeast("and not before", Math.min(...noticed), silentSeconds - 3, "s"),
        exactly("skewed gateways that say they are not ready", readiness.filter((one) => one === 503).length, 2),
      ];
    });
  },
};
