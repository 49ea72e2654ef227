import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectMongo, type Mongo } from "#shared/runtime/mongo.ts";
import { roomEnv } from "#shared/runtime/testing/room-env.ts";
import { buildIfStale } from "../build.ts";
import type { Services } from "../services/launch.ts";
import { freePort } from "../services/ports.ts";
import type { FleetUnit } from "../simulator/fleet.ts";
import type { FleetPlan } from "../simulator/plan.ts";
import { type PlantedUnit, plantContainers, plantMachines, plantOperatorOf } from "../walks/planted.ts";
import { startChild, startRoom } from "./child.ts";
import { launchOwnServers } from "./own-servers.ts";

export interface Reading {
  /** Messages from machines that were accepted since its start. */
  accepted: number;
  /** Resident memory in bytes. */
  rss: number;
  /** Seconds of processor time since its start. */
  cpuSeconds: number;
}

/** What machines and sockets connect to, and what it says of itself. */
export interface BenchTarget {
  name: string;
  url: string;
  mqttUrl: string;
  token: string;
  units: FleetUnit[];
  read(): Promise<Reading>;
  stop(): Promise<void>;
}

/** Cansole itself, whose units stand in its database. */
export interface BenchHouse extends BenchTarget {
  units: PlantedUnit[];
  /** What its gateway and workers were told, so that another process can join them. */
  env: Record<string, string>;
  /** Gives the token of another operator. */
  addOperator(): Promise<string>;
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The sum of a metric over its labels. */
export const sumOf = (metrics: string, name: string): number =>
  metrics
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);

/**
 * A whole house on private servers, built as for an operator: gateway and workers in processes of their own. Whatever is
 * planted stands before they start.
 */
export const openBenchHouse = async (
  plans: FleetPlan[],
  say: (line: string) => void,
  plantAlso: (mongo: Mongo, units: PlantedUnit[]) => Promise<void> = async () => {},
  /** What else gateway and workers are told, once the servers stand: other ways to them. */
  tellRooms: (servers: Services) => Promise<Record<string, string>> = async () => ({}),
): Promise<BenchHouse> => {
  await buildIfStale(say);
  const services = await launchOwnServers(say);
  const [port, mqttPort] = [await freePort(), await freePort()];
  const env = roomEnv(services, { PORT: `${port}`, MQTT_PORT: `${mqttPort}`, LOG_LEVEL: "warn" });
  const mongo = await connectMongo(services.mongodbUri);
  const addOperator = () => plantOperatorOf(mongo, env);
  const token = await addOperator();
  const units = await plantMachines(mongo, env.JWT_SECRET, plans);
  await plantContainers(mongo, units);
  await plantAlso(mongo, units);
  const told = { ...env, ...(await tellRooms(services)) };
  const gateway = await startRoom("gateway", told);
  const workers = await startRoom("workers", told);
  const url = `http://127.0.0.1:${port}`;
  return {
    name: "Cansole",
    url,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    token,
    units,
    env: told,
    addOperator,
    read: async () => {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      return {
        accepted: sumOf(metrics, "cansole_machine_messages_total"),
        rss: sumOf(metrics, "cansole_process_resident_memory_bytes"),
        cpuSeconds: sumOf(metrics, "cansole_process_cpu_seconds_total"),
      };
    },
    stop: async () => {
      await Promise.all([gateway.stop(), workers.stop(), mongo.close()]);
      await services.stop();
    },
  };
};

export const openRelay = async (plans: FleetPlan[]): Promise<BenchTarget> => {
  const relay = await startChild(["--import", "tsx", join(root, "scripts/bench/relay.ts")], {});
  return {
    name: "bare relay",
    url: String(relay.ready.url),
    mqttUrl: String(relay.ready.mqttUrl),
    token: "",
    units: plans.map((plan) => ({ plan, secret: "none" })),
    read: async () => {
      const { accepted, rss, cpuSeconds } = await relay.ask("read");
      return { accepted: Number(accepted), rss: Number(rss), cpuSeconds: Number(cpuSeconds) };
    },
    stop: relay.stop,
  };
};
