import type { Room } from "#shared/events/rooms.ts";
import type { CallInput, CallReply } from "#shared/http/endpoint.ts";
import { mostWhole } from "#shared/http/long-lists.ts";
import type { KnownEndpoint } from "../http/request.ts";
import { atom, store } from "../state/jotai.ts";
import type { EventHandlers } from "./follow.ts";
import { liveAtom } from "./live.atom.ts";
import { loadBy } from "./load-by.ts";

interface ShortList<E extends KnownEndpoint, Row> {
  rooms: Room[];
  endpoint: E;
  pick: (reply: CallReply<E>) => Row[];
  handlers: EventHandlers<Row[]>;
}

/**
 * A list that is loaded whole and followed, unless it is too long for that: the server then answers how many rows there
 * are, which `manyAtom` has, and none of them. Otherwise that is 0.
 */
export const shortListOf = <E extends KnownEndpoint, Row>(list: ShortList<E, Row>) => {
  const { rooms, endpoint, pick, handlers } = list;
  const input = { query: { upTo: String(mostWhole) } } as unknown as CallInput<E>;
  const manyAtom = atom(0);
  // While the list is too long to be loaded, a change adds no row.
  const guarded = Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      (rows: Row[], incoming: never) =>
        rows.length === 0 && store.get(manyAtom) > 0
          ? rows
          : (handle as (rows: Row[], incoming: never) => unknown)(rows, incoming),
    ]),
  ) as EventHandlers<Row[]>;
  const listAtom = liveAtom<Row[]>({
    rooms,
    load: loadBy(endpoint, input, (reply) => {
      const { total = 0 } = reply as { total?: number };
      // Back to the whole list only once its rows are here (web/recipes/use-followed-page.ts).
      if (total > 0) store.set(manyAtom, total);
      return pick(reply);
    }),
    handlers: guarded,
  });
  return { listAtom, manyAtom };
};
