import { expect } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { type Faults, healthy } from "../faults.ts";
import type { MachineEvent } from "../machine-events.ts";
import { createSimulatedMachine, type SimulatedMachine } from "../simulated-machine.ts";
import { bareProvisioningKey, openBareGateway } from "./bare-gateway.ts";

export const serialNumber = "CU-1";

interface Options {
  faults?: Partial<Faults>;
  secret?: string | null;
  commandKey?: Buffer;
  pace?: number;
  /** Another way to the gateway than straight. */
  mqttUrl?: string;
  timeEveryMs?: { usually: number; afterSlowAnswer: number };
}

/** A bare gateway and the one machine that a test switches on. `stop` also expects that the protocol was kept. */
export const openWorkbench = async () => {
  const gateway = await openBareGateway();
  const machines: SimulatedMachine[] = [];
  const events: MachineEvent[] = [];

  return {
    gateway,
    events,
    switchOn: (options: Options = {}): SimulatedMachine => {
      const { faults, secret = "s3cret", commandKey, pace = 0.01, mqttUrl, timeEveryMs } = options;
      if (secret) gateway.register(serialNumber, secret);
      const machine = createSimulatedMachine({
        plan: {
          serialNumber,
          version: "2.4.1",
          channels: [1, 2, 3],
          faults: { ...healthy, ...faults },
          seed: "7/CU-1",
        },
        mqttUrl: mqttUrl ?? gateway.mqttUrl,
        ...(timeEveryMs ? { timeEveryMs } : {}),
        secret,
        commandKey,
        provisioningKey: bareProvisioningKey,
        liveEveryMs: 60,
        pace,
        onEvent: (event) => events.push(event),
      });
      machines.push(machine);
      machine.start();
      return machine;
    },
    /** It has subscribed and reported its locks; the time was sent on subscribing, before their PUBACK. */
    ready: () => eventually(() => expect(events.some(({ kind }) => kind === "stored")).toBe(true)),
    factsOf: (commandId: string, channel: number | null) =>
      gateway.resultsOf(commandId).flatMap((result) => (result.channel === channel ? [result.fact] : [])),
    stop: async () => {
      await Promise.all(machines.map((machine) => machine.stop()));
      await gateway.stop();
      expect(gateway.broken).toEqual([]);
    },
  };
};
export type Workbench = Awaited<ReturnType<typeof openWorkbench>>;
