import type { Room } from "#shared/events/rooms.ts";
import type { CallInput, CallReply } from "#shared/http/endpoint.ts";
import type { KnownEndpoint } from "../http/request.ts";
import type { EventHandlers } from "../live/follow.ts";
import { liveAtom } from "../live/live.atom.ts";
import { loadBy } from "../live/load-by.ts";
import { type Atom, atom } from "../state/jotai.ts";
import { type Load, mapLoad } from "../state/load.ts";
import { oneForKey } from "../state/one-for-key.ts";

/** A page of a long list: nothing but its rows changes with each heartbeat. */
export interface FollowedPage<Row> {
  rows: Row[];
  pages: number;
  /** How many were found, and how many there are. */
  total: number;
  all: number;
}

interface Source<E extends KnownEndpoint, Row, Page extends FollowedPage<Row>> {
  endpoint: E;
  pick: (reply: CallReply<E>) => Page;
  /** Rooms that are about all rows together. */
  rooms?: Room[];
  /** At most two. */
  roomsOf: (row: Row) => Room[];
  handlers: EventHandlers<Row[]>;
}
export type PageQuery<E extends KnownEndpoint> = NonNullable<CallInput<E> extends { query?: infer Q } ? Q : never>;

/** Rows come to a page and go from it this often; those that it shows are followed as they change. */
const againEveryMs = 10_000;

/** Pages of a list that is too long to be loaded whole: the server finds, orders and counts. */
export const followedPages = <E extends KnownEndpoint, Row extends { _id: string }, Page extends FollowedPage<Row>>(
  source: Source<E, Row, Page>,
) => {
  const { endpoint, pick, rooms = [], roomsOf, handlers } = source;
  const inputOf = (query: object) => ({ query }) as unknown as CallInput<E>;
  const followedAtomOf = (rows: readonly Row[]) =>
    liveAtom<Row[]>({
      rooms: [...rooms, ...rows.flatMap(roomsOf)],
      load: loadBy(endpoint, inputOf({ machines: rows.map(({ _id }) => _id).join() }), (reply) => pick(reply).rows, {
        isQuiet: true,
      }),
      handlers,
    });

  const pageAtomOf = oneForKey((query: PageQuery<E>) =>
    liveAtom<Page>({ rooms: [], load: loadBy(endpoint, inputOf(query), pick), againEveryMs, handlers: {} }),
  );

  return {
    pageAtomOf,
    /** As the list's plain address shows it. */
    firstAtom: () => pageAtomOf({ page: "1" } as unknown as PageQuery<E>),
    /** Says which rows are followed: other rows are followed anew. */
    keyOf: (rows: readonly Row[]): string => rows.map((row) => [row._id, ...roomsOf(row)].join(" ")).join(),
    /** The rows of a page in its order, each as it is now; one that was removed is none. */
    rowsAtomOf: (pageAtom: Atom<Load<Page>>, of: readonly Row[]): Atom<Load<Row[]>> => {
      const followedAtom = of.length > 0 ? followedAtomOf(of) : atom<Load<Row[]>>({ state: "ready", data: [] });
      return atom((get) => {
        const page = get(pageAtom);
        const followed = get(followedAtom).data;
        const now = new Map(followed?.map((row) => [row._id, row]));
        return mapLoad(page, ({ rows }) => rows.flatMap((row) => now.get(row._id) ?? (followed ? [] : row)));
      });
    },
  };
};
