import type { ObjectId } from "mongodb";
import { type Presence, telemetryIn } from "#shared/live-status/live-status.schema.ts";
import type { Bouncing } from "#shared/machines/bouncing.schema.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { machineStatus, tolerableClockOffsetSeconds } from "#shared/machines/machine.rules.ts";
import type { LinkedUnit, Machine, MachineRecord } from "#shared/machines/machine.schema.ts";
import { workView } from "./machine-work.ts";

/** What is shown beside a machine's profile id. An unknown name is the empty text. */
export interface MachineNames {
  profileName(profile: ObjectId): string;
  regionOf(profile: ObjectId): string;
}

export const machineRecordView = (machine: MachineDocument, names: MachineNames): MachineRecord => ({
  _id: machine._id.toHexString(),
  name: machine.name,
  vendingMachineId: machine.vendingMachineId,
  location: machine.location,
  active: machine.active,
  qrCode: machine.qrCode,
  profile: machine.profile.toHexString(),
  profileName: names.profileName(machine.profile),
  region: names.regionOf(machine.profile),
  // Null if it was removed, missing if it never was set: an event must replace what a page showed before.
  work: workView(machine.work),
  offlineAfterMinutes: machine.offlineAfterMinutes,
  hours: machine.hours,
  rev: machine.rev,
});

/** What is known of the machine's unit at one moment. */
interface UnitNow {
  unit: LinkedUnit | null;
  presence: Presence | null;
  /** As measured; null where it is unknown. */
  clockOffsetSeconds: number | null;
  bouncing: Bouncing | null;
  now: number;
  silentAfterSeconds: number;
}

const worthSaying = (offset: number | null): number | null =>
  offset !== null && Math.abs(offset) > tolerableClockOffsetSeconds ? offset : null;

/** The record with its unit's presence. An unauthorised unit does not make its machine live. */
export const machineView = (record: MachineRecord, heard: UnitNow): Machine => {
  const { unit, presence, now, silentAfterSeconds } = heard;
  const facts = { hasUnit: unit?.authorised ?? false, lastSeen: presence?.lastSeen ?? null };
  return {
    ...record,
    live: machineStatus(facts, now, silentAfterSeconds) === "Online",
    unit,
    lastSeenOnline: presence ? new Date(presence.lastSeen).toISOString() : null,
    strength: presence?.strength ?? null,
    telemetry: presence ? telemetryIn(presence) : undefined,
    clockOffsetSeconds: worthSaying(heard.clockOffsetSeconds),
    rattling: heard.bouncing,
  };
};
