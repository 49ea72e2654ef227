import type { Document, WithId } from "mongodb";
import type * as z from "zod";
import type { Actor } from "#shared/audit/audit.server.ts";
import type { AnyPagedList, dateRange } from "#shared/http/paged-list.ts";
import type { ReportQuery } from "#shared/http/report-query.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { type Streamed, streamed } from "../http/streamed.ts";
import { requireMachine } from "../records/find-machine.ts";
import type { PagedAnswer, PagedQuery } from "./paged-answer.ts";
import type { Show } from "./paged-reader.ts";
import type { ServedPages } from "./served-pages.ts";

type Reported = AnyPagedList & {
  sorts: readonly "time"[];
  filters: typeof dateRange & Record<"vendingMachine", unknown>;
};
interface Report<L extends AnyPagedList, D extends Document, K extends string, View extends z.ZodType> {
  /** How the list answers a query: a report is all of its rows. */
  pagesFor: (query: PagedQuery<L>) => PagedAnswer<L, D>;
  /** The name that the reply carries its rows under. */
  key: K;
  row: View;
  show: Show<WithId<D>, z.input<View>>;
}

/**
 * The rows of a list of a machine, or of all, between two days, the oldest first; they are read while they are sent.
 * Throws `missing` for a machine that nobody knows.
 */
export const serveReport =
  <L extends Reported, D extends Document, const K extends string, View extends z.ZodType>(
    { mongo, pages }: { mongo: Pick<Mongo, "collections" | "readAsOf">; pages: ServedPages },
    { pagesFor, key, row, show }: Report<L, D, K, View>,
  ) =>
  async ({ query: { vendingMachine, ...days }, actor }: { query: ReportQuery; actor: Actor }) => {
    const isAll = vendingMachine === "all";
    if (!isAll) await mongo.readAsOf((dbSession) => requireMachine(mongo, dbSession, vendingMachine));
    const machine = isAll ? {} : { vendingMachine };
    const query = { ...days, ...machine, sort: "time", page: 1, download: true } as unknown as PagedQuery<L>;
    const { rows, end } = await pages.takeAll(actor, pagesFor(query), query, show);
    const nothingYet = { [key]: [] } as unknown as Record<K, z.input<View>[]>;
    return streamed({ answer: nothingYet, field: key, row, rows, end }) as Streamed<typeof nothingYet>;
  };
