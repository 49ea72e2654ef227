import { machineRoom, unitRoom } from "#shared/events/rooms.ts";
import type { CallInput } from "#shared/http/endpoint.ts";
import type { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import { mostWhole } from "#shared/live-status/live-status.schema.ts";
import { listLiveStatus } from "#shared/live-status/live-status-pages.api.ts";
import { judgedAtom } from "../../live/judged.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { factsOf, statusHandlers, tooManyAtom } from "../../records/live-status.atoms.ts";
import { type Atom, atom, store } from "../../state/jotai.ts";
import { type Load, mapLoad } from "../../state/load.ts";
import type { Counts } from "./status-list.tsx";

/** A page of the network: what no row of it says changes with each heartbeat of any machine. */
export interface StatusPage {
  rows: LiveStatusRow[];
  pages: number;
  total: number;
  counts: Counts;
}
export type StatusQuery = NonNullable<CallInput<typeof listLiveStatus>["query"]>;

/** Machines come to a page and go from it this often; its rows are followed as they change. */
const againEveryMs = 10_000;

/** Back to the whole list only well below its bound: one count of machines may be a few seconds older than the other. */
const fewEnough = mostWhole * 0.95;

/** Which machines stand on a page, and how many there are in all. */
export const pageAtomOf = (query: StatusQuery) =>
  liveAtom<StatusPage>({
    rooms: [],
    load: loadBy(listLiveStatus, { query }, ({ liveStatus: { machines: rows, pages, total }, counts }) => {
      const All = counts.Online + counts.Offline + counts.Unavailable;
      if (All <= fewEnough) store.set(tooManyAtom, 0);
      return { rows, pages, total, counts: { All, ...counts } };
    }),
    againEveryMs,
    handlers: {},
  });

/** Says which rows are followed: other rows are followed anew. */
export const roomsOf = (rows: readonly LiveStatusRow[]): string =>
  rows.map(({ _id, serialNumber }) => `${_id} ${serialNumber ?? ""}`).join();

const followedAtomOf = (rows: readonly LiveStatusRow[]) =>
  liveAtom<LiveStatusRow[]>({
    rooms: rows.flatMap(({ _id, serialNumber }) => [
      machineRoom(_id),
      ...(serialNumber === null ? [] : [unitRoom(serialNumber)]),
    ]),
    load: loadBy(
      listLiveStatus,
      { query: { machines: rows.map(({ _id }) => _id).join() } },
      ({ liveStatus }) => liveStatus.machines,
      { isQuiet: true },
    ),
    handlers: statusHandlers,
  });

/** The rows of a page in its order, each as it is now, and what the clock makes of them. */
export const rowsAtomOf = (pageAtom: Atom<Load<StatusPage>>, of: readonly LiveStatusRow[]) => {
  const followedAtom = of.length > 0 ? followedAtomOf(of) : atom<Load<LiveStatusRow[]>>({ state: "ready", data: [] });
  const rowsAtom = atom((get) => {
    const page = get(pageAtom);
    const now = new Map(get(followedAtom).data?.map((row) => [row._id, row]));
    return mapLoad(page, ({ rows }) => rows.map((row) => now.get(row._id) ?? row));
  });
  return judgedAtom(rowsAtom, factsOf);
};
