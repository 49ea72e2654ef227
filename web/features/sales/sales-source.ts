import { listSales } from "#shared/sales/sales.api.ts";
import type { SalesRow } from "#shared/sales/sales.schema.ts";
import { type Paged, type PagedSource, pagedSource, type QueryText, wentOld } from "../../live/paged.ts";

/** The keys of a query that leave the list whole. */
const whole = new Set(["page", "latest"]);

/**
 * What news of a day does to a page: its row is shown anew; a day that begins is counted where the page would show it.
 * Elsewhere a list in the order of days says nothing, because today's row changes all the time.
 */
export const toldOnPage = (query: QueryText, page: Paged<SalesRow>, told: SalesRow): Paged<SalesRow> => {
  const at = page.rows.findIndex(({ _id }) => _id === told._id);
  if (at >= 0) return { ...page, rows: page.rows.with(at, told) };
  if (query.sort !== undefined) return wentOld(page);
  const isWhole = Object.keys(query).every((key) => whole.has(key));
  const isFirstPage = Number(query.page ?? 1) === 1 && String(query.latest) === "true";
  const isNewer = page.rows.every(({ date }) => date < told.date);
  if (!isWhole || !isFirstPage || !isNewer || page.newIds.has(told._id)) return page;
  return { ...page, newIds: new Set([...page.newIds, told._id]) };
};

const of = (query: QueryText) =>
  pagedSource({
    endpoint: listSales,
    rooms: ["sales"],
    pick: ({ sales: rows, pages, total }) => ({ rows, pages, total }),
    handlers: { "sales.changed": (page: Paged<SalesRow>, told) => toldOnPage(query, page, told) },
  });

/** Sales, a row a day. */
export const salesSource: PagedSource<SalesRow> = {
  atomOf: (query) => of(query).atomOf(query),
  all: (query) => of(query).all(query),
};
