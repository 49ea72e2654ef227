import { listTransactions } from "#shared/transactions/transaction.api.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { type Paged, type PagedSource, pagedSource, type QueryText } from "../../live/paged.ts";
import { withCustomer, withMachineName } from "../../records/customer-and-machine.ts";
import { toldOnPage } from "./told-on-page.ts";

const renamed = (page: Paged<CanTransaction>, rename: (can: CanTransaction) => CanTransaction) => ({
  ...page,
  rows: page.rows.map(rename),
});

const sourceOf = (query: QueryText) =>
  pagedSource({
    endpoint: listTransactions,
    rooms: ["transactions", "users", "machines"],
    pick: ({ transactions: rows, pages, total }) => ({ rows, pages, total }),
    handlers: {
      "transaction.changed": (page: Paged<CanTransaction>, told) => toldOnPage(query, page, told),
      "user.changed": (page, user) => renamed(page, (can) => withCustomer(can, user)),
      "machine.changed": (page, machine) => renamed(page, (can) => withMachineName(can, machine)),
    },
  });

/** Cans that were taken, fifty a page. */
export const transactionsSource: PagedSource<CanTransaction> = {
  atomOf: (query) => sourceOf(query).atomOf(query),
  all: (query) => sourceOf(query).all(query),
};
