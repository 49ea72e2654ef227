import { machineRoom } from "#shared/events/rooms.ts";
import { readMachine } from "#shared/machines/machine.api.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { liveAtom } from "./live.atom.ts";
import { loadBy } from "./load-by.ts";
import { newMachine, withMachineRecord, withoutUnit, withProfileName, withUnit } from "./machine-news.ts";

/** One machine, kept true while a page about it is open; null once it was removed. */
export const machineAtomOf = (id: string) =>
  liveAtom<Machine | null>({
    rooms: [machineRoom(id), "profiles"],
    load: loadBy(readMachine, { params: { id } }, (reply) => reply.vendingMachine),
    handlers: {
      "machine.changed": (machine, record) => {
        if (record._id !== id) return machine;
        return machine ? withMachineRecord(machine, record) : newMachine(record);
      },
      "machine.removed": (machine, gone) => (gone._id === id ? null : machine),
      "unit.changed": (machine, unit) => machine && withUnit(machine, unit),
      "unit.removed": (machine, unit) => machine && withoutUnit(machine, unit),
      "profile.changed": (machine, profile) => machine && withProfileName(machine, profile),
    },
  });
