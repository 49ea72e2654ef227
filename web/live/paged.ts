import type { Room } from "#shared/events/rooms.ts";
import type { CallInput, CallReply } from "#shared/http/endpoint.ts";
import { call } from "../http/call.ts";
import type { KnownEndpoint } from "../http/request.ts";
import { oneForKey } from "../state/one-for-key.ts";
import type { EventHandlers } from "./follow.ts";
import { liveAtom } from "./live.atom.ts";
import { loadBy } from "./load-by.ts";

/** One page of a paged list. Its rows do not move while somebody reads; it says when it is no longer the latest. */
export interface Paged<Row> {
  rows: readonly Row[];
  pages: number;
  total: number;
  /** The records that came meanwhile, by their ids. */
  newIds: ReadonlySet<string>;
  /** Something changed that this page cannot show by itself. */
  isOld: boolean;
}

interface Source<E extends KnownEndpoint, Row> {
  endpoint: E;
  rooms: Room[];
  pick: (reply: CallReply<E>) => { rows: Row[]; pages: number; total: number };
  /** How events change a page: `wentOld`, `cameMeanwhile`, or an updated row; given the query where that decides. */
  handlers: EventHandlers<Paged<Row>> | ((query: QueryText) => EventHandlers<Paged<Row>>);
}
/** As it stands in a query: the gateway parses it. */
export type QueryText = Record<string, string | number | undefined>;

export const wentOld = <Row>(page: Paged<Row>): Paged<Row> => (page.isOld ? page : { ...page, isOld: true });

interface PublishedRow {
  _id: string;
}
/** The page with the published row in its place; undefined where no row is of it. */
export const shownAnew = <Row extends PublishedRow>(
  page: Paged<Row>,
  { _id: id }: PublishedRow,
  now: (known: Row) => Row,
): Paged<Row> | undefined => {
  const at = page.rows.findIndex(({ _id }) => _id === id);
  const known = page.rows[at];
  return known && { ...page, rows: page.rows.with(at, now(known)) };
};
/** The page beside which one more has come. */
export const withNew = <Row>(page: Paged<Row>, { _id }: PublishedRow): Paged<Row> =>
  page.newIds.has(_id) ? page : { ...page, newIds: new Set([...page.newIds, _id]) };
/** Counts a changed record that this page does not show. A record that it shows is replaced in its place. */
export const cameMeanwhile = <Row extends PublishedRow>(page: Paged<Row>, incoming: Row): Paged<Row> =>
  shownAnew(page, incoming, () => incoming) ?? withNew(page, incoming);

/** Where a paged list of the web comes from: a page that follows what it shows, and every row for a download. */
export const pagedSource = <E extends KnownEndpoint, Row>(source: Source<E, Row>) => {
  const { endpoint, rooms, pick, handlers } = source;
  const inputOf = (query: QueryText) => ({ query }) as unknown as CallInput<E>;
  return {
    atomOf: oneForKey((query: QueryText) =>
      liveAtom<Paged<Row>>({
        rooms,
        load: loadBy(endpoint, inputOf(query), (reply) => ({
          ...pick(reply),
          newIds: new Set<string>(),
          isOld: false,
        })),
        handlers: typeof handlers === "function" ? handlers(query) : handlers,
      }),
    ),
    /** Null when they could not be read; the alert has been shown. */
    all: async (query: QueryText): Promise<Row[] | null> => {
      const outcome = await call(endpoint, inputOf({ ...query, download: "true" }));
      return outcome.is === "done" ? pick(outcome.reply).rows : null;
    },
  };
};
export type PagedSource<Row> = Pick<ReturnType<typeof pagedSource<KnownEndpoint, Row>>, "atomOf" | "all">;
