import { listTransactions } from "#shared/transactions/transaction.api.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { type PagedSource, pagedSource } from "../../live/paged.ts";
import { namesOnPage } from "../../records/customer-and-machine.ts";
import { publishedOnPage } from "./published-on-page.ts";

/** Cans that were taken, fifty a page. */
export const transactionsSource: PagedSource<CanTransaction> = pagedSource({
  endpoint: listTransactions,
  rooms: ["transactions", "users", "machines"],
  pick: ({ transactions: rows, pages, total }) => ({ rows, pages, total }),
  handlers: (query) => ({
    "transaction.changed": (page, incoming) => publishedOnPage(query, page, incoming),
    ...namesOnPage<CanTransaction>(),
  }),
});
