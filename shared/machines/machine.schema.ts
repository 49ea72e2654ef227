import * as z from "zod";
import { Id, line, Moment, Rev, TimeOfDay } from "../http/fields.ts";
import { Bouncing } from "./bouncing.schema.ts";
import { Telemetry } from "./telemetry.schema.ts";

/** A machine that is silent for longer is an alarm. */
export const OfflineAfter = z.number().int().min(2, "must be at least 2").max(1_440, "must be at most 1440").nullable();
/** The same hours every day, in the console's time zone. */
const Hours = z.strictObject({ from: TimeOfDay, until: TimeOfDay }).nullable();

/** The fields of a machine's record. The business id is in the QR code and never changes. */
export const MachineRecord = z
  .object({
    _id: Id,
    name: z.string(),
    vendingMachineId: z.string(),
    location: z.string(),
    active: z.boolean(),
    qrCode: z.string(),
    profile: Id,
    profileName: z.string(),
    region: z.string(),
    /** Somebody works or worked at it. */
    work: z.object({ until: Moment, reason: z.string() }).nullable().optional(),
    offlineAfterMinutes: OfflineAfter.optional(),
    hours: Hours.optional(),
    rev: Rev,
  })
  .meta({ id: "MachineRecord" });
export type MachineRecord = z.infer<typeof MachineRecord>;

/** The control unit of a machine. */
export const LinkedUnit = z.object({ serialNumber: z.string(), authorised: z.boolean() });
export type LinkedUnit = z.infer<typeof LinkedUnit>;

/** A machine as screens read it: its record, its unit, and when that unit was last heard. */
export const Machine = MachineRecord.extend({
  live: z.boolean(),
  unit: LinkedUnit.nullable(),
  lastSeenOnline: Moment.nullable(),
  strength: z.number().nullable(),
  /** As its last heartbeat said. */
  telemetry: Telemetry.optional(),
  /** How far the unit's own clock is off, in seconds; null when it agrees within 60 s or is unknown. */
  clockOffsetSeconds: z.number().nullable(),
  /** Null where no lock of its unit bounces. */
  rattling: Bouncing.nullable(),
}).meta({ id: "Machine" });
export type Machine = z.infer<typeof Machine>;

/** 1 to 40 letters, digits, dashes and underscores, as it is printed beneath the QR code. */
export const VendingMachineId = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,40}$/, "must be 1 to 40 letters, digits, dashes or underscores")
  // Filters and calls name a machine by either of its ids, and all machines by this word.
  .refine((id) => !/^([0-9a-f]{24}|all)$/i.test(id), "must not be 'all' or look like a database id");

export const NewMachine = z.strictObject({
  name: line(100),
  vendingMachineId: VendingMachineId,
  location: line(200),
  profile: Id,
  profileName: z.string().optional(),
});
export type NewMachine = z.infer<typeof NewMachine>;

/** Every field may be left out: the details form sends its own, the profile selector its two. */
export const MachineChange = z.strictObject({
  name: line(100).optional(),
  location: line(200).optional(),
  active: z.boolean().optional(),
  profile: Id.optional(),
  profileName: z.string().optional(),
  offlineAfterMinutes: OfflineAfter.optional(),
  hours: Hours.optional(),
  rev: Rev.optional(),
});
export type MachineChange = z.infer<typeof MachineChange>;
