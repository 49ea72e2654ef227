import type { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import { listLiveStatus } from "#shared/live-status/live-status-pages.api.ts";
import { liveAtom } from "../live/live.atom.ts";
import { loadBy } from "../live/load-by.ts";
import { useAtomValue } from "../state/jotai.ts";
import { oneForKey } from "../state/one-for-key.ts";

interface FoundMachines {
  /** The first of them, by name. */
  machines: LiveStatusRow[];
  total: number;
}

const foundAtomOf = oneForKey((q: string, isFree: boolean) =>
  liveAtom<FoundMachines>({
    rooms: [],
    load: loadBy(
      listLiveStatus,
      { query: { sort: "name", ...(q && { q }), ...(isFree && { free: "true" as const }) } },
      ({ liveStatus }) => liveStatus,
      { isQuiet: true },
    ),
    handlers: {},
  }),
);
/**
 * Machines of a large network in whose id, name or location each typed word stands; `isFree`: without a control unit.
 * They are as they were found.
 */
export const useFoundMachines = (typed: string, isFree = false) => useAtomValue(foundAtomOf(typed.trim(), isFree));

/** The names of some machines by their ids; at most as many as a page of a long list has. */
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
