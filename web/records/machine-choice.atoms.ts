import { listLiveStatus } from "#shared/live-status/live-status-pages.api.ts";
import { listMachines } from "#shared/machines/machine.api.ts";
import { presenceFacts } from "#shared/machines/machine.rules.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { judgedAtom } from "../live/judged.ts";
import { liveAtom } from "../live/live.atom.ts";
import { loadBy } from "../live/load-by.ts";
import { atom } from "../state/jotai.ts";
import { oneForKey } from "../state/one-for-key.ts";
import { machineHandlers, machinesAtom, manyMachinesAtom } from "./machines.atoms.ts";

const everyMachineAtom = liveAtom<Machine[]>({
  rooms: ["machines", "profiles"],
  load: loadBy(listMachines, {}, (reply) => reply.vendingMachines),
  handlers: machineHandlers,
});
/** All machines, however many: for a choice among them, which loads them once somebody begins to choose. */
export const machineChoiceAtom = atom((get) => {
  const few = get(machinesAtom);
  return get(manyMachinesAtom) > 0 ? get(everyMachineAtom) : few;
});
export const judgedChoiceAtom = judgedAtom(machineChoiceAtom, presenceFacts);

/** The names of some machines (at most so many as a page of a long list has), by their ids. */
export const machineNamesAtomOf = oneForKey((ids: string) =>
  liveAtom<ReadonlyMap<string, string>>({
    rooms: [],
    load: loadBy(
      listLiveStatus,
      { query: { machines: ids } },
      ({ liveStatus }) => new Map(liveStatus.machines.map(({ _id, name }) => [_id, name])),
      { isQuiet: true },
    ),
    handlers: {},
  }),
);
