import type { RegisteredUnit, RegistrationRequest } from "#shared/registration/registration.schema.ts";
import { fingerprintOf } from "#shared/registration/sealed-credentials.server.ts";
import type { RegistrationRequestDocument, UnitDocument } from "#shared/registration/unit.document.server.ts";
import type { Keyed } from "#shared/registration/unit-secrets.server.ts";

/** Keys are shown as fingerprints, because those are what people compare. Older records have none. */
const keysView = ({ key, otherKey }: Keyed) => ({
  fingerprint: key ? fingerprintOf(key) : null,
  other: otherKey
    ? { fingerprint: fingerprintOf(otherKey.key), at: otherKey.at.toISOString(), times: otherKey.times }
    : null,
});

/** `dateTime` is the gateway's time of receipt; the unit's own clock may be wrong. */
export const requestView = (request: RegistrationRequestDocument): RegistrationRequest => ({
  _id: request._id.toHexString(),
  serialNumber: request.serialNumber,
  version: request.version,
  dateTime: request.requestedAt.toISOString(),
  ...keysView(request),
});

/** Its secret, hashed or sealed, is never sent this way. */
export const unitView = (unit: UnitDocument): RegisteredUnit => ({
  _id: unit._id.toHexString(),
  serialNumber: unit.serialNumber,
  name: unit.name,
  version: unit.version,
  time: unit.registeredAt.toISOString(),
  authorised: unit.authorised,
  vendingMachine: unit.machine?.toHexString() ?? null,
  vendingMachineId: unit.vendingMachineId,
  ...keysView(unit),
  rev: unit.rev,
});
