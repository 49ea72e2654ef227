import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connectAsync } from "mqtt";
import { openContainers } from "#shared/control-units/control-unit.api.ts";
import { downTopic } from "#shared/events/machine-topics.ts";
import { until } from "#shared/testing/eventually.ts";
import { plantContainers } from "../../integration/planted.ts";
import { onPath } from "../../services/engine.ts";
import { freePort, reach } from "../../services/ports.ts";
import type { FleetUnit } from "../../simulator/fleet.ts";
import type { FleetPlan } from "../../simulator/plan.ts";
import { temporaryFolder } from "../../testing/temporary.ts";
import { say } from "../command-line.ts";
import { openInstallation, startChild } from "../installation.ts";
import { processorSeconds, residentBytes } from "../measure.ts";

/** What units connect to: several processes, each with its share of them. */
export interface Brokers {
  name: string;
  ports: number[];
  pids: number[];
  units: FleetUnit[];
  /** An operator's click, or what is least of it: resolves with the name that the unit's command carries. */
  command(nth: number): Promise<string>;
  stop(): Promise<void>;
}

/** This many machines, the first ones, have containers, which are opened in turn: the first ones. */
export const commanded = 400;
/** The place of the unit whose door click `nth` opens. */
export const commandedAt = (nth: number, units: number): number => nth % Math.min(commanded, units);
const portOf = (url: string): number => Number(new URL(url).port);

/** Gateways as they are built, one worker, and stores of their own. */
export const openCansole = async (plans: FleetPlan[], many: number) => {
  const one = { MQTT_CONNECTIONS_PER_ADDRESS: "5000" };
  const installation = await openInstallation(
    {
      machines: plans,
      gateways: Array.from({ length: many }, () => one),
      plant: (mongo, units) => plantContainers(mongo, units.slice(0, commanded)),
    },
    say,
  );
  const { gateways, units, operator } = installation;
  return {
    ...installation,
    ports: gateways.map(({ mqttUrl }) => portOf(mqttUrl)),
    pids: gateways.map((gateway) => gateway.pid()),
    command: async (nth: number): Promise<string> => {
      const { plan } = units[commandedAt(nth, units.length)] as FleetUnit & { plan: FleetPlan };
      const label = String(1 + (Math.floor(nth / commanded) % 10));
      const body = { vendingMachineId: plan.vendingMachineId, containers: [label] };
      return (await operator(nth).call(openContainers, { body })).sessionId;
    },
  };
};

/** Commands that a client of the broker itself publishes: no session, nothing stored. */
const bareCommands = async (ports: number[], plans: FleetPlan[]) => {
  const clients = await Promise.all(ports.map((port) => connectAsync(`mqtt://127.0.0.1:${port}`)));
  return {
    command: async (nth: number): Promise<string> => {
      const at = commandedAt(nth, plans.length);
      const commandId = randomUUID();
      const command = { commandId, sessionId: commandId, type: "open", channels: [1] };
      const topic = downTopic(plans[at]?.serialNumber ?? "", "command");
      await clients[brokerOf(at, ports.length)]?.publishAsync(topic, JSON.stringify(command), { qos: 1 });
      return commandId;
    },
    leave: () => Promise.all(clients.map((client) => client.endAsync(true))),
  };
};

/** Unit `nth` connects to the broker with this number. */
export const brokerOf = (nth: number, brokers: number): number => Math.floor(nth / 2) % brokers;

const units = (plans: FleetPlan[]): FleetUnit[] => plans.map((plan) => ({ plan, secret: "none" }));

/** Aedes of the same version with none of this product's rules. */
export const openAedes = async (plans: FleetPlan[], many: number): Promise<Brokers> => {
  const children = await Promise.all(Array.from({ length: many }, () => startChild("relay.ts", {})));
  const ports = children.map(({ ready }) => portOf(String(ready.mqttUrl)));
  const { command, leave } = await bareCommands(ports, plans);
  return {
    name: "bare Aedes",
    ports,
    pids: children.map(({ pid }) => pid),
    units: units(plans),
    command,
    stop: async () => {
      await leave();
      await Promise.all(children.map((child) => child.stop()));
    },
  };
};

/** Null where no Mosquitto is on PATH. */
export const openMosquitto = async (plans: FleetPlan[], many: number): Promise<Brokers | null> => {
  const binary = onPath("mosquitto", process.env.PATH);
  if (!binary) return null;
  const folder = await temporaryFolder("mosquitto");
  const ports: number[] = [];
  for (let at = 0; at < many; at += 1) ports.push(await freePort());
  const children = await Promise.all(
    ports.map(async (port) => {
      const file = join(folder.path, `${port}.conf`);
      await writeFile(file, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nlog_type error\n`);
      return spawn(binary, ["-c", file], { stdio: "ignore" });
    }),
  );
  const isThere = (port: number) =>
    reach(port).then(
      () => true,
      () => false,
    );
  for (const port of ports) await until(`Mosquitto at ${port}`, () => isThere(port), 10_000);
  const { command, leave } = await bareCommands(ports, plans);
  return {
    name: "Mosquitto",
    ports,
    pids: children.map(({ pid }) => pid ?? 0),
    units: units(plans),
    command,
    stop: async () => {
      await leave();
      for (const child of children) child.kill();
      await folder.remove();
    },
  };
};

/** What these processes take: resident bytes, and seconds of processor time. */
export const costOf = ({ pids }: Pick<Brokers, "pids">): { rss: number; cpuSeconds: number } => ({
  rss: pids.reduce((sum, pid) => sum + residentBytes(pid), 0),
  cpuSeconds: pids.reduce((sum, pid) => sum + processorSeconds(pid), 0),
});
