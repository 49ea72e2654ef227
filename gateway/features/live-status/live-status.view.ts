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

/** What is known of the unit beside its record. */
interface Known {
  presence: Presence | null;
  rattling: Bouncing | null;
}

export const liveStatusRow = (
  machine: StatusMachine,
  unit: UnitOfMachine | null,
  { presence, rattling }: Known,
  { now, silentAfterSeconds }: Judgement,
): LiveStatusRow => ({
  _id: machine._id.toHexString(),
  name: machine.name,
  vendingMachineId: machine.vendingMachineId,
  status: machineStatus({ hasUnit: unit !== null, lastSeen: presence?.lastSeen ?? null }, now, silentAfterSeconds),
  lastSeenOnline: presence ? new Date(presence.lastSeen).toISOString() : null,
  strength: presence?.strength ?? null,
  serialNumber: unit?.serialNumber ?? null,
  rattling,
  work: workView(machine.work),
});
