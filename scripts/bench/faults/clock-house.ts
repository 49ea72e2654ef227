import { fileURLToPath } from "node:url";
import pRetry from "p-retry";
import {
  type cancelSession,
  openContainers,
  readSessionResults,
  resendSession,
} from "#shared/control-units/control-unit.api.ts";
import { connectMongo, type Mongo } from "#shared/runtime/mongo.ts";
import { roomEnv } from "#shared/runtime/testing/room-env.ts";
import { until } from "#shared/testing/eventually.ts";
import { buildIfStale } from "../../build.ts";
import type { Services } from "../../services/launch.ts";
import { noFaults } from "../../simulator/faults.ts";
import { createCaller, RefusedError } from "../../simulator/operator.ts";
import { planFleet } from "../../simulator/plan.ts";
import { type AutoUnit, createAutoUnit } from "../../walks/commands/auto-unit.ts";
import { createGatewayProcess, type GatewayProcess } from "../../walks/gateway-process.ts";
import { createKillableRoom, type KillableRoom } from "../../walks/killable-room.ts";
import { type PlantedUnit, plantContainers, plantMachines, plantOperatorOf } from "../../walks/planted.ts";
import { launchOwnServers } from "../own-servers.ts";
import { type ReplicaSet, startReplicaSet } from "../replica-set.ts";
import { openStallLine, type StallLine } from "./stall-line.ts";

const distDir = fileURLToPath(new URL("../../../dist", import.meta.url));
const movedClock = new URL("moved-clock.mjs", import.meta.url).href;
const beatEveryMs = 20_000;
const readyWithinMs = 30_000;

interface Wishes {
  /** How much the clock of each process is ahead, in milliseconds. */
  gateways: number[];
  workers: number[];
  machines: number;
}

/** A machine whose unit does as it is told, over a line that may stall. */
export interface LinedMachine {
  planted: PlantedUnit;
  unit: AutoUnit;
  line: StallLine;
  /** The place of the gateway that it connects to. */
  at: number;
}

export interface ClockHouse {
  mongo: Mongo;
  services: Services;
  /** The database: three members, of which any may be killed. */
  set: ReplicaSet;
  gateways: GatewayProcess[];
  workers: KillableRoom[];
  machines: LinedMachine[];
  /** Resolves with the session. Rejects where nobody takes the request, or it is refused. */
  open(machine: LinedMachine, containers: string[], gateway?: number): Promise<string>;
  resend(sessionId: string, gateway?: number): Promise<string>;
  results(sessionId: string, gateway?: number): Promise<{ rows: string[]; status: string }>;
  /** Of a session that is named in the path; nothing is said in the body. */
  call(endpoint: typeof cancelSession, sessionId: string, gateway: number): Promise<unknown>;
  /** Resolves once it holds. */
  until(what: string, holds: () => Promise<boolean> | boolean, withinMs?: number): Promise<unknown>;
}

const isBusy = (error: Error): boolean => error instanceof RefusedError && error.status === 503;

const untilItHolds: ClockHouse["until"] = (what, holds, withinMs = 60_000) => until(what, holds, withinMs);

/** A house of processes on servers of its own; each process has a clock of its own, MongoDB that of this computer. */
export const withClockHouse = async <T>(
  wishes: Wishes,
  say: (line: string) => void,
  work: (house: ClockHouse) => Promise<T>,
): Promise<T> => {
  await buildIfStale(say);
  const set = await startReplicaSet(say);
  const services = await launchOwnServers(say, set.uri);
  const env = roomEnv(services, { NODE_OPTIONS: `--import=${movedClock}` });
  const ahead = (ms: number) => ({ ...env, CLOCK_AHEAD_MS: String(ms) });
  const gateways = await Promise.all(wishes.gateways.map((ms) => createGatewayProcess(distDir, ahead(ms))));
  const workers = wishes.workers.map((ms) => createKillableRoom(distDir, "workers", ahead(ms)));
  const mongo = await connectMongo(services.mongodbUri);
  const machines: LinedMachine[] = [];
  let beats: NodeJS.Timeout | undefined;
  try {
    const token = await plantOperatorOf(mongo, env);
    const units = await plantMachines(mongo, env.JWT_SECRET, planFleet(wishes.machines, 7, noFaults));
    await plantContainers(mongo, units);
    await Promise.all([...gateways, ...workers].map((room) => room.start()));
    for (const [i, planted] of units.entries()) {
      const machine = { planted, at: i % gateways.length } as LinedMachine;
      machine.line = await openStallLine(() => gateways[machine.at]?.mqttUrl ?? "");
      machine.unit = createAutoUnit(planted, machine.line.mqttUrl, { openMs: 100, closeMs: 300 });
      machine.unit.start();
      machines.push(machine);
    }
    beats = setInterval(() => {
      for (const { unit } of machines) void unit.beat().catch(() => undefined);
    }, beatEveryMs);
    await until("units are told the time", () => machines.every(({ unit }) => unit.toldTime() !== null), readyWithinMs);
    const caller = (gateway = 0) => createCaller(gateways[gateway]?.url ?? "", token);
    return await work({
      mongo,
      services,
      set,
      gateways,
      workers,
      machines,
      until: untilItHolds,
      open: async ({ planted }, containers, gateway) => {
        const body = { vendingMachineId: planted.plan.vendingMachineId, containers };
        const press = async () => (await caller(gateway).call(openContainers, { body })).sessionId;
        // A computer that is busy with other things answers 503 at times: an operator presses again.
        return pRetry(press, { retries: 3, minTimeout: 200, shouldRetry: ({ error }) => isBusy(error) });
      },
      resend: async (id, gateway) =>
        (await caller(gateway).call(resendSession, { params: { id }, body: {} })).sessionId,
      call: (endpoint, id, gateway) => caller(gateway).call(endpoint, { params: { id }, body: {} }),
      results: async (id, gateway) => {
        const { session, sessionResults } = await caller(gateway).call(readSessionResults, { params: { id } });
        return { status: session.status, rows: sessionResults.map(({ state }) => state) };
      },
    });
  } finally {
    clearInterval(beats);
    for (const { line } of machines) line.release();
    await Promise.all(machines.map(({ unit }) => unit.stop()));
    await Promise.all(machines.map(({ line }) => line.stop()));
    await mongo.close();
    await Promise.all([...gateways, ...workers].map((room) => room.kill()));
    await services.stop();
    await set.stop();
  }
};
