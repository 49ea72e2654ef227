import type { RegisteredUnit, RegistrationRequest } from "#shared/registration/registration.schema.ts";
import type { RegistrationRequestDocument, UnitDocument } from "#shared/runtime/documents.ts";

/** `dateTime` is the gateway's time of receipt; the unit's own clock may be wrong. */
export const requestView = (request: RegistrationRequestDocument): RegistrationRequest => ({
  _id: request._id.toHexString(),
  serialNumber: request.serialNumber,
  version: request.version,
  dateTime: request.requestedAt.toISOString(),
});

/** Its secret, hashed or sealed, never leaves the house this way. */
export const unitView = (unit: UnitDocument): RegisteredUnit => ({
  _id: unit._id.toHexString(),
  serialNumber: unit.serialNumber,
  name: unit.name,
  version: unit.version,
  time: unit.registeredAt.toISOString(),
  authorised: unit.authorised,
  vendingMachine: unit.machine?.toHexString() ?? null,
  vendingMachineId: unit.vendingMachineId,
  rev: unit.rev,
});
