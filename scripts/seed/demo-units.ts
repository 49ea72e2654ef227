import { hkdfSync } from "node:crypto";
import { type DemoPlace, places } from "./places.ts";

export interface SimulatedUnit {
  serialNumber: string;
  /** What it signs in with. */
  secret: string;
  channels: number[];
  version: string;
}

/** The serial number follows from the machine, so that seed and simulator agree without a store between them. */
export const serialNumberOf = (place: DemoPlace): string => `CU-${place.vendingMachineId.replace("KOC-", "")}`;

/** Most of the network runs the newest firmware. */
export const versionOf = (place: DemoPlace): string => (place.containers === 20 ? "2.3.7" : "2.4.1");

export const channelsOf = (containers: number): number[] => Array.from({ length: containers }, (_, index) => index + 1);

/** Derived, so that nobody has to store a demo secret in clear. It is as secret as `jwtSecret`. */
export const demoSecret = (jwtSecret: string, serialNumber: string): string =>
  Buffer.from(hkdfSync("sha256", jwtSecret, "", `cansole demo unit ${serialNumber}`, 32)).toString("base64url");

export const isSimulated = (place: DemoPlace): boolean =>
  place.unit !== null && place.unit.silentForHours === undefined;

/** The registered units of the demo network that a simulator brings to life. */
export const demoUnits = (jwtSecret: string): SimulatedUnit[] =>
  places.filter(isSimulated).map((place) => {
    const serialNumber = serialNumberOf(place);
    const secret = demoSecret(jwtSecret, serialNumber);
    return { serialNumber, secret, channels: channelsOf(place.containers), version: versionOf(place) };
  });

/** Units that wait in register-vending-machine; a simulator may let them request again. */
export const waitingUnits = [
  { serialNumber: "CU-NEW-0731", version: "2.4.1", waitsForMinutes: 190, channels: channelsOf(40) },
  { serialNumber: "CU-NEW-0732", version: "2.4.1", waitsForMinutes: 25, channels: channelsOf(24) },
];
