import { listLedger } from "#shared/ledger/ledger.api.ts";
import type { LedgerEntry, LedgerPosted } from "#shared/ledger/ledger.schema.ts";
import { type PagedSource, pagedSource, type QueryText, withNew } from "../../live/paged.ts";

const isId = (text: string) => /^[0-9a-f]{24}$/i.test(text);
const filterOf = (query: QueryText, key: string): string => String(query[key] ?? "").toLowerCase();

/** Whether a page of this query would show such a row. A machine that is named by its own id may be any machine. */
export const concerns = (query: QueryText, { user, product, vendingMachine }: LedgerPosted): boolean => {
  const fits = (key: string, id: string) => filterOf(query, key) === "" || filterOf(query, key) === id;
  const machine = filterOf(query, "vendingMachine");
  return fits("userId", user) && fits("product", product) && (!isId(machine) || machine === vendingMachine);
};

/** The can ledger, page by page; rows that come meanwhile are counted where the page would show them. */
export const ledgerSource: PagedSource<LedgerEntry> = pagedSource({
  endpoint: listLedger,
  rooms: ["ledger"],
  pick: ({ ledger: rows, pages, total }) => ({ rows, pages, total }),
  handlers: (query) => ({
    "ledger.posted": (page, posted) => (concerns(query, posted) ? withNew(page, posted) : page),
  }),
});
