import { machineRoom } from "#shared/events/rooms.ts";
import { listMachines, readMachine } from "#shared/machines/machine.api.ts";
import { presenceFacts } from "#shared/machines/machine.rules.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { type EventHandlers, loadAgain } from "../live/follow.ts";
import { judgedAtom } from "../live/judged.ts";
import { liveAtom } from "../live/live.atom.ts";
import { loadBy } from "../live/load-by.ts";
import { withPresences } from "../live/presences.ts";
import { withoutRecord } from "../live/records.ts";
import { shortListOf } from "../live/short-list.ts";
import { oneForKey } from "../state/one-for-key.ts";
import {
  newMachine,
  withBouncing,
  withMachineRecord,
  withoutUnit,
  withProfileName,
  withRegion,
  withUnit,
} from "./machine-events.ts";

export const machineHandlers: EventHandlers<Machine[]> = {
  "machine.changed": (machines, record) =>
    machines.some((machine) => machine._id === record._id)
      ? machines.map((machine) => (machine._id === record._id ? withMachineRecord(machine, record) : machine))
      : [...machines, newMachine(record)],
  "machine.removed": withoutRecord,
  "unit.changed": (machines, unit) => {
    const incoming = machines.map((machine) => withUnit(machine, unit));
    return incoming.every((machine) => machine !== loadAgain) ? incoming : loadAgain;
  },
  "unit.removed": (machines, unit) => machines.map((machine) => withoutUnit(machine, unit)),
  "rattling.changed": (machines, incoming) => machines.map((machine) => withBouncing(machine, incoming)),
  "profile.changed": (machines, profile) => machines.map((machine) => withProfileName(machine, profile)),
  "region.changed": (machines, region) => machines.map((machine) => withRegion(machine, region)),
  "presence.changed": (machines, presences) =>
    withPresences(machines, presences, (machine) => machine.unit?.serialNumber ?? null),
};

/** All machines with their units and when they were last heard, kept true while somebody looks; none of too many. */
export const wholeMachines = shortListOf({
  rooms: ["machines", "profiles", "regions"],
  endpoint: listMachines,
  pick: ({ vendingMachines }) => vendingMachines,
  handlers: machineHandlers,
});
export const { listAtom: machinesAtom, manyAtom: manyMachinesAtom } = wholeMachines;

/** The machines with what the clock makes of them. */
export const judgedMachinesAtom = judgedAtom(machinesAtom, presenceFacts);

/** One machine, kept true while somebody looks; null once it was removed. */
export const machineAtomOf = oneForKey((id: string) =>
  liveAtom<Machine | null>({
    rooms: [machineRoom(id), "profiles"],
    load: loadBy(readMachine, { params: { id } }, (reply) => reply.vendingMachine),
    // How far its unit's clock is off stands in no event.
    againEveryMs: 60_000,
    handlers: {
      "machine.changed": (machine, record) => {
        if (record._id !== id) return machine;
        return machine ? withMachineRecord(machine, record) : newMachine(record);
      },
      "machine.removed": (machine, gone) => (gone._id === id ? null : machine),
      "unit.changed": (machine, unit) => machine && withUnit(machine, unit),
      "unit.removed": (machine, unit) => machine && withoutUnit(machine, unit),
      "rattling.changed": (machine, incoming) => machine && withBouncing(machine, incoming),
      "profile.changed": (machine, profile) => machine && withProfileName(machine, profile),
    },
  }),
);
