import * as z from "zod";
import { Id, Moment } from "../http/fields.ts";
import { Bouncing } from "../machines/bouncing.schema.ts";
import { machineStatuses } from "../machines/machine.rules.ts";
import { MachineRecord } from "../machines/machine.schema.ts";
import { Telemetry } from "../machines/telemetry.schema.ts";

/** One row of the live-status screen. `status` is as of the reply; a screen derives it anew from its own clock. */
export const LiveStatusRow = z
  .object({
    _id: Id,
    name: z.string(),
    vendingMachineId: z.string(),
    status: z.enum(machineStatuses),
    lastSeenOnline: Moment.nullable(),
    /** RSSI in dBm, -120 to 0. */
    strength: z.number().nullable(),
    /** The authorised unit that speaks for the machine; null is Unavailable. */
    serialNumber: z.string().nullable(),
    /** Null where no lock of that unit bounces. */
    rattling: Bouncing.nullable(),
    work: MachineRecord.shape.work,
  })
  .meta({ id: "LiveStatusRow" });
export type LiveStatusRow = z.infer<typeof LiveStatusRow>;

/** What is known of a unit's last message; times are the gateway's, in milliseconds. Facts are its last heartbeat's. */
export const Presence = z.object({
  serialNumber: z.string(),
  lastSeen: z.number().int(),
  ...Telemetry.shape,
});
export type Presence = z.infer<typeof Presence>;

export const telemetryIn = ({ serialNumber: _unit, lastSeen: _at, ...facts }: Presence): Telemetry => facts;

/** The last 24 hours of more machines are read by several calls. */
export const mostLastDays = 50;

export const liveStatusSorts = ["name", "vendingMachineId", "status", "lastSeenOnline", "strength"] as const;
