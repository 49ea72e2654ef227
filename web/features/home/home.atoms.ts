import { listMachines } from "#shared/machines/machine.api.ts";
import { presenceFacts } from "#shared/machines/machine.rules.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { loadAgain } from "../../live/follow.ts";
import { judgedAtom } from "../../live/judged.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { newMachine, withMachineRecord, withoutUnit, withProfileName, withUnit } from "../../live/machine-news.ts";
import { withPresences } from "../../live/presences.ts";
import { withoutRecord } from "../../live/records.ts";

/** All machines, kept true while Home is open. */
export const machinesAtom = liveAtom<Machine[]>({
  rooms: ["machines", "profiles"],
  load: loadBy(listMachines, {}, (reply) => reply.vendingMachines),
  handlers: {
    "machine.changed": (machines, record) =>
      machines.some((machine) => machine._id === record._id)
        ? machines.map((machine) => (machine._id === record._id ? withMachineRecord(machine, record) : machine))
        : [...machines, newMachine(record)],
    "machine.removed": withoutRecord,
    "unit.changed": (machines, unit) => {
      const told = machines.map((machine) => withUnit(machine, unit));
      return told.every((machine) => machine !== loadAgain) ? told : loadAgain;
    },
    "unit.removed": (machines, unit) => machines.map((machine) => withoutUnit(machine, unit)),
    "profile.changed": (machines, profile) => machines.map((machine) => withProfileName(machine, profile)),
    "presence.changed": (machines, presences) =>
      withPresences(machines, presences, (machine) => machine.unit?.serialNumber ?? null),
  },
});

/** The machines with what the clock makes of them. */
export const judgedMachinesAtom = judgedAtom(machinesAtom, presenceFacts);
