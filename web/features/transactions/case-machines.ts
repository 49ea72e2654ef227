import { rowsPerLongPage as mostAtOnce } from "#shared/http/long-lists.ts";
import type { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import { listLiveStatus } from "#shared/live-status/live-status-pages.api.ts";
import type { Loaded, LoadHow } from "../../live/follow.ts";
import { judgedAtom } from "../../live/judged.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { factsOf } from "../../records/live-status.atoms.ts";

/** They are loaded again this often: less than the time after which a silent machine is offline. */
const againEveryMs = 10_000;

const loadOf = (ids: readonly string[]) => {
  const loads = Array.from({ length: Math.ceil(ids.length / mostAtOnce) }, (_, part) => {
    const machines = ids.slice(part * mostAtOnce, (part + 1) * mostAtOnce).join();
    return loadBy(listLiveStatus, { query: { machines } }, ({ liveStatus }) => liveStatus.machines, { isQuiet: true });
  });
  return async (how: LoadHow): Promise<Loaded<LiveStatusRow[]>> => {
    const rows: LiveStatusRow[] = [];
    const times: string[] = [];
    for (const loaded of await Promise.all(loads.map((load) => load(how)))) {
      if ("error" in loaded) return loaded;
      rows.push(...loaded.data);
      times.push(loaded.asOf);
    }
    return { data: rows, asOf: times.sort()[0] ?? "" };
  };
};

/** These machines alone, of a network with more than are loaded at once. */
export const judgedCaseMachinesOf = (ids: readonly string[]) =>
  judgedAtom(liveAtom<LiveStatusRow[]>({ rooms: [], load: loadOf(ids), againEveryMs, handlers: {} }), factsOf);
