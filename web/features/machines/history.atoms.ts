import { machineRoom, unitRoom } from "#shared/events/rooms.ts";
import { readMachineHistory } from "#shared/machines/machine.api.ts";
import type { HistoryEntry, HistoryKind, Measured, Uptime } from "#shared/machines/machine-history.schema.ts";
import { call } from "../../http/call.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { joined } from "./history-list.ts";

interface MachineHistory {
  entries: HistoryEntry[];
  /** There is something older. */
  more: boolean;
  uptime: Uptime;
  /** Day by day, and the gaps of the last 24 hours. */
  measured: Measured | null;
  /** Days for which connections, gaps and doors are kept. */
  keptDays: number;
  /** Events since it was loaded: their entries are known only by loading again. */
  published: number;
}

/**
 * What happened at a machine, newest first; of one kind, or of all. Older pages are added to it as they are requested.
 */
export const historyOf = (id: string, serialNumber: string | null, kind: HistoryKind | undefined) => {
  let known: Pick<MachineHistory, "entries" | "more"> = { entries: [], more: false };
  const query = kind ? { kind } : {};
  const load = loadBy(readMachineHistory, { params: { id }, query }, (reply) => reply);

  const historyAtom = liveAtom<MachineHistory>({
    rooms: [machineRoom(id), ...(serialNumber ? [unitRoom(serialNumber)] : [])],
    load: async (how) => {
      const loaded = await load(how);
      if ("error" in loaded) return loaded;
      const { entries, more, uptime, measured, keptDays } = loaded.data;
      known = joined({ entries, more }, known);
      return { asOf: loaded.asOf, data: { ...known, uptime, measured, keptDays, published: 0 } };
    },
    handlers: {
      "session.changed": (history, session) =>
        session.vendingMachine === id ? { ...history, published: history.published + 1 } : history,
      "presence.changed": (history, presences) =>
        presences.some((presence) => presence.serialNumber === serialNumber)
          ? { ...history, published: history.published + 1 }
          : history,
    },
  });

  /** The next page; null when it could not be read. The alert has been shown. */
  const older = async (): Promise<((history: MachineHistory) => MachineHistory) | null> => {
    const before = known.entries.at(-1)?.at;
    if (before === undefined) return null;
    const outcome = await call(readMachineHistory, { params: { id }, query: { ...query, before } });
    if (outcome.is !== "done") return null;
    const { entries, more } = outcome.reply;
    known = { entries: [...known.entries.filter(({ at }) => at >= before), ...entries], more };
    const now = known;
    return (history) => ({ ...history, ...now });
  };

  return { historyAtom, older };
};
