import { readLiveStatus } from "#shared/live-status/live-status.api.ts";
import type { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import type { PresenceFacts } from "#shared/machines/machine.rules.ts";
import type { MachineRecord } from "#shared/machines/machine.schema.ts";
import type { RegisteredUnit } from "#shared/registration/registration.schema.ts";
import { type EventHandlers, loadAgain } from "../live/follow.ts";
import { isSame } from "../live/is-same.ts";
import { judgedAtom } from "../live/judged.ts";
import { withPresences } from "../live/presences.ts";
import { withoutRecord } from "../live/records.ts";
import { shortListOf } from "../live/short-list.ts";

const silent = {
  status: "Unavailable",
  lastSeenOnline: null,
  strength: null,
  serialNumber: null,
  rattling: null,
} as const;

const withMachine = (rows: LiveStatusRow[], { _id, name, vendingMachineId, work }: MachineRecord): LiveStatusRow[] =>
  rows.some((row) => row._id === _id)
    ? rows.map((row) =>
        row._id === _id && (row.name !== name || !isSame(row.work, work)) ? { ...row, name, work } : row,
      )
    : [...rows, { _id, name, vendingMachineId, work, ...silent }];

const withoutUnit = (rows: LiveStatusRow[], { serialNumber }: Pick<RegisteredUnit, "serialNumber">) =>
  rows.map((row) => (row.serialNumber === serialNumber ? { ...row, ...silent } : row));

/** Only an authorised unit counts for a machine; a newly authorised one has a history that only a load knows. */
const withUnit = (rows: LiveStatusRow[], unit: RegisteredUnit) => {
  const { serialNumber, authorised, vendingMachine } = unit;
  const spokeFor = rows.find((row) => row.serialNumber === serialNumber)?._id ?? null;
  const speaksFor = authorised ? vendingMachine : null;
  if (spokeFor === speaksFor) return rows;
  return speaksFor === null ? withoutUnit(rows, unit) : loadAgain;
};

export const statusHandlers: EventHandlers<LiveStatusRow[]> = {
  "machine.changed": withMachine,
  "machine.removed": withoutRecord,
  "unit.changed": withUnit,
  "unit.removed": withoutUnit,
  "rattling.changed": (rows, { serialNumber, rattling }) =>
    rows.map((row) => (row.serialNumber === serialNumber ? { ...row, rattling } : row)),
  "presence.changed": (rows, presences) => withPresences(rows, presences, (row) => row.serialNumber),
};

/** One row per machine, kept true while the page is open. */
export const wholeLiveStatus = shortListOf({
  rooms: ["live-status"],
  endpoint: readLiveStatus,
  pick: ({ liveStatus }) => liveStatus,
  handlers: statusHandlers,
});
export const { listAtom: liveStatusAtom, manyAtom: tooManyAtom } = wholeLiveStatus;

export const factsOf = ({ serialNumber, lastSeenOnline }: LiveStatusRow): PresenceFacts => ({
  hasUnit: serialNumber !== null,
  lastSeen: lastSeenOnline === null ? null : Date.parse(lastSeenOnline),
});

/** The status is derived here, from the last message and this screen's own clock (specification: Machine status). */
export const judgedRowsAtom = judgedAtom(liveStatusAtom, factsOf);
