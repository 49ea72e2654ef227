import * as z from "zod";
import { Id, line, Moment, Rev } from "../http/fields.ts";

/** A control unit's serial number: its MQTT client id and part of its topics. */
export const SerialNumber = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, "must be 1 to 64 letters, digits, dashes or underscores");

/** The user name of the login that all unregistered units share; no unit can have it as its serial number. */
export const provisioningUser = "provision";

/** A firmware version as the unit names it. */
export const FirmwareVersion = line(40);

/** Requests that may wait at once; those beyond are dropped. */
export const maxWaitingRequests = 1_000;

/** The fingerprint of a unit's X25519 public key, as the unit's own display shows it: `A1B2-C3D4`. */
const Fingerprint = z.string().regex(/^[0-9A-F]{4}-[0-9A-F]{4}$/, "must be a fingerprint like A1B2-C3D4");

/**
 * Which key is stored for a serial number; null without one. `other` is a different key that was named for the same
 * serial number and that no operator has accepted.
 */
const keys = {
  fingerprint: Fingerprint.nullable(),
  other: z.object({ fingerprint: Fingerprint, at: Moment, times: z.number().int() }).nullable(),
};

export const RegistrationRequest = z
  .object({
    _id: Id,
    serialNumber: z.string(),
    version: z.string(),
    dateTime: Moment,
    ...keys,
  })
  .meta({ id: "RegistrationRequest" });
export type RegistrationRequest = z.infer<typeof RegistrationRequest>;

/** A registered vending machine, in the product's words: a control unit and the machine that it speaks for. */
export const RegisteredUnit = z
  .object({
    _id: Id,
    serialNumber: z.string(),
    name: z.string(),
    version: z.string(),
    time: Moment,
    authorised: z.boolean(),
    vendingMachine: Id.nullable(),
    vendingMachineId: z.string(),
    ...keys,
    rev: Rev,
  })
  .meta({ id: "RegisteredUnit" });
export type RegisteredUnit = z.infer<typeof RegisteredUnit>;

/** A machine that has no unit yet. */
export const AvailableMachine = z
  .object({ _id: Id, name: z.string(), vendingMachineId: z.string() })
  .meta({ id: "AvailableMachine" });
export type AvailableMachine = z.infer<typeof AvailableMachine>;

export const NewRegistration = z.strictObject({
  serialNumber: SerialNumber.refine((text) => text !== provisioningUser, {
    error: "is the user name of units that are not registered yet",
  }),
  version: FirmwareVersion.optional(),
  name: line(100),
  vendingMachine: Id,
  /** The one that the operator saw, null for none; left out, the request's key is taken as it is. */
  fingerprint: Fingerprint.nullable().optional().meta({
    description:
      "As the unit's own display shows it; null where no request waits. Another key is then 409, and nothing is registered. Left out, whatever key waits under the serial number is taken, a stranger's too: its owner gets the secret.",
  }),
});
export type NewRegistration = z.infer<typeof NewRegistration>;

/** Accepts the other key of a serial number, named by what the operator compared with the unit's display. */
export const KeyAcceptance = z.strictObject({
  serialNumber: SerialNumber,
  fingerprint: Fingerprint,
  rev: Rev.optional(),
});
export type KeyAcceptance = z.infer<typeof KeyAcceptance>;

export const RegistrationChange = z.strictObject({
  _id: Id,
  authorised: z.boolean().optional(),
  name: line(100).optional(),
  /** Null, which a unit without a machine has, changes nothing. */
  vendingMachine: Id.nullish(),
  rev: Rev.optional(),
});
export type RegistrationChange = z.infer<typeof RegistrationChange>;
