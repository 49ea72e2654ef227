import type { UnitKeys } from "#shared/registration/sealed-credentials.server.ts";
import type { MachineEvent, MachinePlan, MachineState } from "./machine-events.ts";
import { pause } from "./pause.ts";
import { createSimulatedMachine, type SimulatedMachine } from "./simulated-machine.ts";

export interface FleetUnit {
  plan: MachinePlan;
  /** Null: the unit requests registration. */
  secret: string | null;
  /** What its commands must be signed with; none where it was given none. */
  commandKey?: Buffer | null;
}

export interface FleetParts {
  units: FleetUnit[];
  mqttUrl: string;
  provisioningKey: string | null;
  /** Left out, each start has new ones: a unit that requests again is then another one under its serial number. */
  keysOf?: ((serialNumber: string) => UnitKeys) | undefined;
  /** A live update is due every 25 s (specification: Machine history). */
  liveEveryMs?: number;
  /** Stretches or shortens all human and mechanical delays; 1 is a real machine. */
  pace?: number;
  /** Connections that are opened each second while the fleet starts. */
  connectsPerSecond?: number;
  onEvent?: (serialNumber: string, event: MachineEvent) => void;
}

export interface FleetSummary {
  machines: number;
  states: Record<MachineState, number>;
  /** Messages since the fleet was started: heartbeats said, locks and results stored. */
  live: number;
  stored: number;
  commands: number;
  /** Messages from the gateway that broke the protocol. */
  unreadable: number;
}

/** Many machines in one process. */
export const createFleet = (parts: FleetParts) => {
  const { units, mqttUrl, provisioningKey, liveEveryMs = 25_000, pace = 1, connectsPerSecond = 100, onEvent } = parts;
  const counts = { live: 0, stored: 0, command: 0, unreadable: 0 };
  const starting = new AbortController();

  const count = ({ kind }: MachineEvent) => {
    if (kind === "live" || kind === "stored" || kind === "command" || kind === "unreadable") counts[kind] += 1;
  };
  const machines: SimulatedMachine[] = units.map(({ plan, secret, commandKey }) =>
    createSimulatedMachine({
      plan,
      mqttUrl,
      secret,
      commandKey,
      provisioningKey,
      keys: parts.keysOf?.(plan.serialNumber),
      liveEveryMs,
      pace,
      onEvent: (event) => {
        count(event);
        onEvent?.(plan.serialNumber, event);
      },
    }),
  );

  return {
    machines,
    /** Switches the machines on, spread over time; resolves when the last one is on, not when it is connected. */
    start: async (): Promise<void> => {
      for (const [index, machine] of machines.entries()) {
        if (index > 0 && !(await pause(1_000 / connectsPerSecond, starting.signal))) return;
        machine.start();
      }
    },
    stop: async (): Promise<void> => {
      starting.abort();
      await Promise.all(machines.map((machine) => machine.stop()));
    },
    summary: (): FleetSummary => {
      const states = { off: 0, connecting: 0, asking: 0, connected: 0, refused: 0, away: 0 };
      for (const machine of machines) states[machine.state()] += 1;
      const { live, stored, command: commands, unreadable } = counts;
      return { machines: machines.length, states, live, stored, commands, unreadable };
    },
  };
};
export type Fleet = ReturnType<typeof createFleet>;
