import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { connectMongo, type Mongo } from "#shared/runtime/mongo.ts";
import { serviceEnv } from "#shared/runtime/testing/service-env.ts";
import { buildIfStale } from "../build.ts";
import { createGatewayProcess } from "../integration/gateway-process.ts";
import { createKillableService } from "../integration/killable-service.ts";
import { createUndo } from "../integration/payments/undo-all.ts";
import { type PlantedUnit, plantContainers, plantMachines, plantOperatorOf } from "../integration/planted.ts";
import { noFaults } from "../simulator/faults.ts";
import type { FleetUnit } from "../simulator/fleet.ts";
import { createCaller } from "../simulator/operator.ts";
import { type FleetPlan, planFleet } from "../simulator/plan.ts";
import { launchOwnServers, type OwnServers, type ServersOptions } from "./own-servers.ts";

const distDir = join(import.meta.dirname, "../../dist");
export type Env = Record<string, string>;

interface Options extends ServersOptions {
  /** Machines without faults: a number of them, or these. */
  machines: number | FleetPlan[];
  /** The environment of each process beside what all of them have; one without more where this is left out. */
  gateways?: Env[];
  workers?: Env[];
  /** Environment of every process, read once the servers run. */
  env?: (servers: OwnServers) => Env | Promise<Env>;
  /** Stands before the processes start. */
  plant?: (mongo: Mongo, units: PlantedUnit[]) => Promise<unknown>;
}

/** What machines and browsers connect to, and what it costs. */
export interface Target {
  name: string;
  url: string;
  mqttUrl: string;
  token: string;
  units: FleetUnit[];
  /** Messages from machines since its start, resident bytes, seconds of processor time. */
  read(): Promise<{ accepted: number; rss: number; cpuSeconds: number }>;
  stop(): Promise<void>;
}

/** The sum of a metric over its labels. */
const sumOf = (metrics: string, name: string): number =>
  metrics
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
export const metricOf = async (url: string, name: string): Promise<number> =>
  sumOf(await (await fetch(`${url}/metrics`)).text(), name);

/** Built gateways and workers in processes of their own, each of which may be killed or frozen, on servers of their own. */
export const openInstallation = async (options: Options, say: (line: string) => void) => {
  const undo = createUndo();
  try {
    await buildIfStale(say);
    const servers = await launchOwnServers(say, options);
    undo.add(servers.stop);
    const env = serviceEnv(servers, { ...(await options.env?.(servers)) });
    const mongo = await connectMongo(servers.mongodbUri);
    undo.add(mongo.close);
    const { machines } = options;
    const plans = typeof machines === "number" ? planFleet(machines, 7, noFaults) : machines;
    const units = await plantMachines(mongo, env.JWT_SECRET, plans);
    await (options.plant ?? plantContainers)(mongo, units);
    const gateways = await Promise.all(
      (options.gateways ?? [{}]).map(async (more, at) => ({
        name: `gateway ${at}`,
        ...(await createGatewayProcess(distDir, { ...env, ...more })),
      })),
    );
    const workers = (options.workers ?? [{}]).map((more, at) => ({
      name: `worker ${at}`,
      ...createKillableService(distDir, "workers", { ...env, ...more }),
    }));
    const processes = [...gateways, ...workers];
    // Killed: one may be frozen.
    for (const one of processes) undo.add(one.kill);
    await Promise.all(processes.map((one) => one.start()));
    const [first] = gateways;
    if (!first) throw new Error("An installation has a gateway.");
    const token = await plantOperatorOf(mongo, env);
    const metric = async (name: string) =>
      (await Promise.all(gateways.map(({ url }) => metricOf(url, name)))).reduce((sum, one) => sum + one, 0);
    return {
      name: "Cansole",
      url: first.url,
      mqttUrl: first.mqttUrl,
      token,
      units,
      mongo,
      servers,
      env,
      gateways,
      workers,
      processes,
      /** An operator at one of the gateways, by turns. */
      operator: (at = 0) => createCaller(gateways[at % gateways.length]?.url ?? first.url, token),
      metric,
      isReady: async (): Promise<boolean> =>
        (await fetch(`${first.url}/readyz`, { signal: AbortSignal.timeout(6_000) }).catch(() => null))?.ok === true,
      read: async () => ({
        accepted: await metric("cansole_machine_messages_total"),
        rss: await metric("cansole_process_resident_memory_bytes"),
        cpuSeconds: await metric("cansole_process_cpu_seconds_total"),
      }),
      stop: undo.all,
    };
  } catch (error) {
    await undo.all();
    throw error;
  }
};
export type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** The same for the time of `work`. */
export const withInstallation = async <T>(
  options: Options,
  say: (line: string) => void,
  work: (installation: Installation) => Promise<T>,
): Promise<T> => {
  const installation = await openInstallation(options, say);
  return work(installation).finally(installation.stop);
};

/** A script of this folder in a process of its own, so that what it costs is its own; it says when it is ready. */
export const startChild = async (script: string, order: object) => {
  const path = join(import.meta.dirname, script);
  const child = fork(path, [JSON.stringify(order)], { execArgv: ["--import", "tsx"] });
  const over = once(child, "exit").then(([code]) => {
    throw new Error(`${script} ended with ${code}.`);
  });
  over.catch(() => undefined);
  const answer = async () => (await Promise.race([once(child, "message"), over]))[0] as Record<string, unknown>;
  const ready = await answer();
  return {
    ready,
    pid: child.pid ?? 0,
    /** Sends an order, and answers what the script says next; one after another. */
    ask: (what: object): Promise<Record<string, unknown>> => {
      child.send(what);
      return answer();
    },
    /** What it has done so far. */
    read: (): Promise<Record<string, unknown>> => {
      child.send("read");
      return answer();
    },
    stop: async (): Promise<void> => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
};
