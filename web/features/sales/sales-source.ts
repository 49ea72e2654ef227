import { listSales } from "#shared/sales/sales.api.ts";
import type { SalesRow } from "#shared/sales/sales.schema.ts";
import {
  type Paged,
  type PagedSource,
  pagedSource,
  type QueryText,
  shownAnew,
  wentOld,
  withNew,
} from "../../live/paged.ts";

/** The keys of a query that leave the list whole. */
const whole = new Set(["page", "latest"]);

/**
 * How a day's event changes a page: its row is updated; a day that begins is counted where the page would show it.
 * Elsewhere a list in the order of days says nothing, because today's row changes all the time.
 */
export const publishedOnPage = (query: QueryText, page: Paged<SalesRow>, incoming: SalesRow): Paged<SalesRow> => {
  const shown = shownAnew(page, incoming, () => incoming);
  if (shown) return shown;
  if (query.sort !== undefined) return wentOld(page);
  const isWhole = Object.keys(query).every((key) => whole.has(key));
  const isFirstPage = Number(query.page ?? 1) === 1 && String(query.latest) === "true";
  const isNewer = page.rows.every(({ date }) => date < incoming.date);
  return isWhole && isFirstPage && isNewer ? withNew(page, incoming) : page;
};

/** Sales, a row a day. */
export const salesSource: PagedSource<SalesRow> = pagedSource({
  endpoint: listSales,
  rooms: ["sales"],
  pick: ({ sales: rows, pages, total }) => ({ rows, pages, total }),
  handlers: (query) => ({ "sales.changed": (page, incoming) => publishedOnPage(query, page, incoming) }),
});
