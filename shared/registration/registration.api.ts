import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { UpTo } from "../http/long-lists.ts";
import {
  AvailableMachine,
  KeyAcceptance,
  NewRegistration,
  RegisteredUnit,
  RegistrationChange,
  RegistrationRequest,
  SerialNumber,
} from "./registration.schema.ts";

const { get, post, put, del } = callsOf("registration");
const bySerialNumber = z.strictObject({ serialNumber: SerialNumber });
const listFailure = "Failed to get vending machines list";
const updateFailure = "Error: Failed to update vending machine";

export const listRequests = get("/vending-machines/register-request", {
  operationId: "listRequests",
  summary: "Control units that wait to be registered",
  reply: z.object({ allRequests: z.array(RegistrationRequest), asOf: ClusterTime }),
  failure: listFailure,
});

export const removeRequest = del("/vending-machines/register-request", {
  operationId: "removeRequest",
  summary: "Remove a waiting request",
  body: bySerialNumber,
  reply: z.object({ allRequests: z.array(RegistrationRequest) }),
  notice: "Successfull",
  failure: "Error: Failed to remove vending machine request",
});

/**
 * `secret` is shown once, to admins only; null for staff. A unit with a `fingerprint` gets it by itself, sealed to its key;
 * to others it is carried. It wants a proof as a new secret does: who deletes a unit and registers it anew has got one.
 */
export const registerUnit = post("/vending-machines/register-request", {
  operationId: "registerUnit",
  summary: "Register a control unit with a machine that has none",
  freshProof: "always",
  body: NewRegistration,
  reply: z.object({ vendingMachine: RegisteredUnit, secret: z.string().nullable() }),
  notice: "Vending Machine Registered",
  failure: "Error: Failed to register a vending machine",
});

/**
 * The other key that was said under this serial number becomes the unit's: secrets are sealed to it from then on, one
 * that waits too. Refused when the fingerprint is no longer the other key's.
 */
export const acceptKey = post("/vending-machines/register-request/accept-key", {
  operationId: "acceptKey",
  summary: "Accept another key under the serial number of a waiting or registered control unit",
  freshProof: "always",
  body: KeyAcceptance,
  reply: z.object({ vendingMachine: RegisteredUnit.nullable(), request: RegistrationRequest.nullable() }),
  notice: "Vending Machine Updated",
  failure: updateFailure,
});

export const listRegistered = get("/vending-machines/all-registered-vending-machines", {
  operationId: "listRegistered",
  summary: "All registered control units",
  query: UpTo,
  reply: z.object({
    vendingMachines: z.array(RegisteredUnit),
    /** How many there are, where they are more than `upTo`: none is in the answer. */
    total: z.number().int().optional(),
    asOf: ClusterTime,
  }),
  failure: listFailure,
});

/** Answers the registered unit, or the waiting request of that serial number, or 404. */
export const readRegistered = get("/vending-machines/registered-vending-machine", {
  operationId: "readRegistered",
  summary: "One registered control unit",
  query: bySerialNumber,
  reply: z.object({
    vendingMachine: RegisteredUnit.nullable(),
    request: RegistrationRequest.nullable(),
    asOf: ClusterTime,
  }),
  failure: "Error: Failed to get vending machine details",
});

export const changeRegistered = put("/vending-machines/registered-vending-machine", {
  operationId: "changeRegistered",
  summary: "Authorise, unauthorise, rename or move a registered control unit",
  body: RegistrationChange,
  reply: z.object({ vendingMachine: RegisteredUnit }),
  notice: "Vending Machine Updated",
  failure: updateFailure,
});

/** For admins only. The unit's present secret ends at once; the new one is shown once, and sealed to the unit's key where it has one. */
export const renewSecret = post("/vending-machines/registered-vending-machine/new-secret", {
  operationId: "renewSecret",
  summary: "Give a registered control unit a new secret",
  freshProof: "always",
  adminOnly: "unit-secrets",
  body: z.strictObject({ _id: Id }),
  reply: z.object({ vendingMachine: RegisteredUnit, secret: z.string() }),
  notice: "Success",
  failure: updateFailure,
});

export const removeRegistered = del("/vending-machines/registered-vending-machine", {
  operationId: "removeRegistered",
  summary: "Delete a registered control unit",
  body: bySerialNumber,
  reply: z.object({
    vendingMachines: z.array(RegisteredUnit),
    /** How many are left, where they are too many for one answer: none is in it. */
    total: z.number().int().optional(),
  }),
  notice: "Successfull",
  failure: updateFailure,
});

export const listAvailable = get("/vending-machines/available-vending-machines-registration", {
  operationId: "listAvailable",
  summary: "Machines without a control unit",
  query: UpTo,
  reply: z.object({
    vendingMachines: z.array(AvailableMachine),
    /** How many machines there are, with and without a unit, where they are more than `upTo`: none is in the answer. */
    total: z.number().int().optional(),
    asOf: ClusterTime,
  }),
  failure: listFailure,
});
