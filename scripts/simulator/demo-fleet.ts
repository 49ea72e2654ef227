import type { FaultRates } from "./faults.ts";
import { createFleet, type Fleet, type FleetParts, type FleetUnit } from "./fleet.ts";
import type { KeptCredentials } from "./own-secret.ts";
import { planUnit } from "./plan.ts";

export interface DemoUnit {
  serialNumber: string;
  /** Null: it requests registration. */
  secret: string | null;
  /** In base64url; none where it was given none. */
  commandKey?: string | null;
  channels: number[];
  version: string;
}

interface DemoFleetParts {
  mqttUrl: string;
  provisioningKey: string;
  units: DemoUnit[];
  seed: number;
  /** What they name when they request registration. */
  keysOf?: FleetParts["keysOf"];
  /** A unit was registered and has its credentials: somebody should keep them for the next start. */
  onRegistered?: (serialNumber: string, credentials: KeptCredentials) => void;
}

/** Chosen so that every fault has at least one machine. */
export const demoSeed = 3;

/** A trial should show what goes wrong in a real network, too. */
export const demoFaults: FaultRates = { slow: 0.1, deaf: 0.05, jammed: 0.15, dropouts: 0.1, wrongClock: 0.05 };

/** The machines of the demo network, switched on. */
export const startDemoFleet = async (parts: DemoFleetParts): Promise<Fleet> => {
  const { mqttUrl, provisioningKey, seed, onRegistered } = parts;
  const units: FleetUnit[] = parts.units.map(({ serialNumber, secret, commandKey, channels, version }) => ({
    plan: { ...planUnit(seed, serialNumber, channels, demoFaults), version },
    secret,
    commandKey: commandKey ? Buffer.from(commandKey, "base64url") : null,
  }));
  const fleet = createFleet({
    units,
    mqttUrl,
    provisioningKey,
    keysOf: parts.keysOf,
    onEvent: (serialNumber, event) => {
      if (event.kind === "registered") onRegistered?.(serialNumber, event.credentials);
    },
  });
  await fleet.start();
  return fleet;
};
