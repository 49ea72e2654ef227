import type { LiveStatusRow, Presence } from "#shared/live-status/live-status.schema.ts";
import type { Bouncing } from "#shared/machines/bouncing.schema.ts";
import { machineStatus } from "#shared/machines/machine.rules.ts";
import type { UnitOfMachine } from "#shared/machines/units-of-machines.server.ts";
import { workView } from "../machines/machine-work.ts";
import type { StatusMachine } from "./live-status.repository.ts";

/** A moment of judgement: `now` in milliseconds, and how long a unit may be silent. */
interface Judgement {
  now: number;
  silentAfterSeconds: number;
}

/** What was read of units beside the machines for which they speak. */
interface UnitsRead {
  units: readonly UnitOfMachine[];
  bouncing: ReadonlyMap<string, Bouncing>;
  /** Read last, so that a message heard meanwhile counts. */
  heard: ReadonlyMap<string, Presence>;
}

/** A machine's row, from what was read of all units together. */
export const rowsWith = ({ units, bouncing, heard }: UnitsRead, { now, silentAfterSeconds }: Judgement) => {
  const unitOf = new Map(units.map((unit) => [unit.machine.toHexString(), unit]));
  return (machine: StatusMachine): LiveStatusRow => {
    const unit = unitOf.get(machine._id.toHexString()) ?? null;
    const presence = (unit && heard.get(unit.serialNumber)) ?? null;
    return {
      _id: machine._id.toHexString(),
      name: machine.name,
      vendingMachineId: machine.vendingMachineId,
      status: machineStatus({ hasUnit: unit !== null, lastSeen: presence?.lastSeen ?? null }, now, silentAfterSeconds),
      lastSeenOnline: presence ? new Date(presence.lastSeen).toISOString() : null,
      strength: presence?.strength ?? null,
      serialNumber: unit?.serialNumber ?? null,
      rattling: (unit && bouncing.get(unit.serialNumber)) ?? null,
      work: workView(machine.work),
    };
  };
};
