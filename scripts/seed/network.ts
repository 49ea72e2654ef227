import { randomBytes } from "node:crypto";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import type {
  LastSeenDocument,
  RegistrationRequestDocument,
  UnitDocument,
} from "#shared/registration/unit.document.server.ts";
import { createSecrets } from "#shared/runtime/secrets.ts";
import { simulatedKeys } from "../simulator/own-secret.ts";
import { demoId } from "./add-missing.ts";
import { profileIdOf } from "./assortment.ts";
import { demoSecret, isSimulated, serialNumberOf, versionOf, waitingUnits } from "./demo-units.ts";
import { type DemoPlace, places } from "./places.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;

export const machineIdOf = (place: DemoPlace) => demoId("machine", place.vendingMachineId);
/** Machines were put up a week apart, the last one yesterday. */
export const putUpAt = (place: DemoPlace, now: number) =>
  new Date(now - dayMs - (places.length - 1 - places.indexOf(place)) * 7 * dayMs);

export const machinesOf = (now: number): MachineDocument[] =>
  places.map((place) => ({
    _id: machineIdOf(place),
    name: place.name,
    vendingMachineId: place.vendingMachineId,
    location: place.location,
    active: place.active,
    qrCode: `${randomBytes(16).toString("hex")}.png`,
    profile: profileIdOf(place.area),
    createdAt: putUpAt(place, now),
    rev: 0,
  }));

/** Nobody knows the secret of a unit that stays silent. */
export const unitsOf = (jwtSecret: string, now: number): UnitDocument[] => {
  const secrets = createSecrets(jwtSecret);
  return places
    .filter((place) => place.unit !== null)
    .map((place) => {
      const serialNumber = serialNumberOf(place);
      const secret = isSimulated(place) ? demoSecret(jwtSecret, serialNumber) : secrets.newSecret();
      return {
        _id: demoId("unit", serialNumber),
        serialNumber,
        name: place.name,
        version: versionOf(place),
        registeredAt: new Date(putUpAt(place, now).getTime() + 2 * hourMs),
        authorised: true,
        machine: machineIdOf(place),
        vendingMachineId: place.vendingMachineId,
        secretHash: secrets.hash(secret),
        sealedSecret: null,
        key: isSimulated(place) ? simulatedKeys(jwtSecret, serialNumber).key : null,
        rev: 0,
      };
    });
};

/** When the silent units were last heard; the others report by themselves. */
export const lastSeenOf = (now: number): LastSeenDocument[] =>
  places.flatMap((place) =>
    place.unit?.silentForHours === undefined
      ? []
      : {
          _id: serialNumberOf(place),
          lastSeen: new Date(now - place.unit.silentForHours * hourMs),
          strength: -97,
          clockOffsetSeconds: null,
        },
  );

export const requestsOf = (now: number): RegistrationRequestDocument[] =>
  waitingUnits.map(({ serialNumber, version, waitsForMinutes }) => {
    const requestedAt = new Date(now - waitsForMinutes * minuteMs);
    return { _id: demoId("request", serialNumber), serialNumber, version, dateTime: requestedAt, requestedAt };
  });
