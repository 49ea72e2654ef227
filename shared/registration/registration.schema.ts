import * as z from "zod";
import { Id, line, Moment, Rev } from "../http/fields.ts";

/** A control unit's serial number: its MQTT client id and part of its topics. */
export const SerialNumber = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, "must be 1 to 64 letters, digits, dashes or underscores");

/** A firmware version as the unit names it. */
export const FirmwareVersion = line(40);

export const RegistrationRequest = z.object({
  _id: Id,
  serialNumber: z.string(),
  version: z.string(),
  dateTime: Moment,
});
export type RegistrationRequest = z.infer<typeof RegistrationRequest>;

/** A registered vending machine, in the product's words: a control unit and the machine that it speaks for. */
export const RegisteredUnit = z.object({
  _id: Id,
  serialNumber: z.string(),
  name: z.string(),
  version: z.string(),
  time: Moment,
  authorised: z.boolean(),
  vendingMachine: Id.nullable(),
  vendingMachineId: z.string(),
  rev: Rev,
});
export type RegisteredUnit = z.infer<typeof RegisteredUnit>;

/** A machine that has no unit yet. */
export const AvailableMachine = z.object({ _id: Id, name: z.string(), vendingMachineId: z.string() });
export type AvailableMachine = z.infer<typeof AvailableMachine>;

export const NewRegistration = z.strictObject({
  serialNumber: SerialNumber,
  version: FirmwareVersion.optional(),
  name: line(100),
  vendingMachine: Id,
});
export type NewRegistration = z.infer<typeof NewRegistration>;

export const RegistrationChange = z.strictObject({
  _id: Id,
  authorised: z.boolean().optional(),
  name: line(100).optional(),
  vendingMachine: Id.optional(),
  rev: Rev.optional(),
});
export type RegistrationChange = z.infer<typeof RegistrationChange>;
