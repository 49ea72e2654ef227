import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import {
  AvailableMachine,
  KeyAcceptance,
  NewRegistration,
  RegisteredUnit,
  RegistrationChange,
  RegistrationRequest,
  SerialNumber,
} from "./registration.schema.ts";

const bySerialNumber = z.strictObject({ serialNumber: SerialNumber });
const listFailure = "Failed to get vending machines list";
const updateFailure = "Error: Failed to update vending machine";

export const listRequests = endpoint({
  method: "GET",
  path: "/vending-machines/register-request",
  tag: "registration",
  summary: "Control units that wait to be registered",
  access: "operator",
  reply: z.object({ allRequests: z.array(RegistrationRequest), asOf: ClusterTime }),
  failure: listFailure,
});

export const removeRequest = endpoint({
  method: "DELETE",
  path: "/vending-machines/register-request",
  tag: "registration",
  summary: "Remove a waiting request",
  access: "operator",
  body: bySerialNumber,
  reply: z.object({ allRequests: z.array(RegistrationRequest) }),
  notice: "Successfull",
  failure: "Error: Failed to remove vending machine request",
});

/** `secret` is shown once, to admins only; null for staff. A unit with a `fingerprint` gets it by itself, sealed to its key; to others it is carried. */
export const registerUnit = endpoint({
  method: "POST",
  path: "/vending-machines/register-request",
  tag: "registration",
  summary: "Register a control unit with a machine that has none",
  access: "operator",
  body: NewRegistration,
  reply: z.object({ vendingMachine: RegisteredUnit, secret: z.string().nullable() }),
  notice: "Vending Machine Registered",
  failure: "Error: Failed to register a vending machine",
});

/**
 * The other key that was said under this serial number becomes the unit's: secrets are sealed to it from then on, one
 * that waits too. Refused when the fingerprint is no longer the other key's.
 */
export const acceptKey = endpoint({
  method: "POST",
  path: "/vending-machines/register-request/accept-key",
  tag: "registration",
  summary: "Accept another key under the serial number of a waiting or registered control unit",
  access: "operator",
  body: KeyAcceptance,
  reply: z.object({ vendingMachine: RegisteredUnit.nullable(), request: RegistrationRequest.nullable() }),
  notice: "Vending Machine Updated",
  failure: updateFailure,
});

export const listRegistered = endpoint({
  method: "GET",
  path: "/vending-machines/all-registered-vending-machines",
  tag: "registration",
  summary: "All registered control units",
  access: "operator",
  reply: z.object({ vendingMachines: z.array(RegisteredUnit), asOf: ClusterTime }),
  failure: listFailure,
});

/** Answers the registered unit, or the waiting request of that serial number, or 404. */
export const readRegistered = endpoint({
  method: "GET",
  path: "/vending-machines/registered-vending-machine",
  tag: "registration",
  summary: "One registered control unit",
  access: "operator",
  query: bySerialNumber,
  reply: z.object({
    vendingMachine: RegisteredUnit.nullable(),
    request: RegistrationRequest.nullable(),
    asOf: ClusterTime,
  }),
  failure: "Error: Failed to get vending machine details",
});

export const changeRegistered = endpoint({
  method: "PUT",
  path: "/vending-machines/registered-vending-machine",
  tag: "registration",
  summary: "Authorise, unauthorise, rename or move a registered control unit",
  access: "operator",
  body: RegistrationChange,
  reply: z.object({ vendingMachine: RegisteredUnit }),
  notice: "Vending Machine Updated",
  failure: updateFailure,
});

/** For admins only. The unit's present secret ends at once; the new one is shown once, and sealed to the unit's key where it has one. */
export const renewSecret = endpoint({
  method: "POST",
  path: "/vending-machines/registered-vending-machine/new-secret",
  tag: "registration",
  summary: "Give a registered control unit a new secret",
  access: "operator",
  body: z.strictObject({ _id: Id }),
  reply: z.object({ vendingMachine: RegisteredUnit, secret: z.string() }),
  notice: "Success",
  failure: updateFailure,
});

export const removeRegistered = endpoint({
  method: "DELETE",
  path: "/vending-machines/registered-vending-machine",
  tag: "registration",
  summary: "Delete a registered control unit",
  access: "operator",
  body: bySerialNumber,
  reply: z.object({ vendingMachines: z.array(RegisteredUnit) }),
  notice: "Successfull",
  failure: updateFailure,
});

export const listAvailable = endpoint({
  method: "GET",
  path: "/vending-machines/available-vending-machines-registration",
  tag: "registration",
  summary: "Machines without a control unit",
  access: "operator",
  reply: z.object({ vendingMachines: z.array(AvailableMachine), asOf: ClusterTime }),
  failure: listFailure,
});
