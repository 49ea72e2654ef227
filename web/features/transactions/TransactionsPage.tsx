import "./transactions.css";
import { CanStatus } from "#shared/transactions/can-status.ts";
import { listTransactions } from "#shared/transactions/transaction.api.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { ReviewFilter, transactionList } from "#shared/transactions/transaction-list.ts";
import { type PagedSource, pagedSource } from "../../live/paged.ts";
import { choiceFilter, wordFilter } from "../../recipes/choice-filter.tsx";
import { machineFilter, phoneFilter, textFilter } from "../../recipes/list-filter.tsx";
import { PagedListPage } from "../../recipes/PagedListPage.tsx";
import { QueueTabs, useIsQueue } from "../../recipes/queue/QueueTabs.tsx";
import { firstPageOf, usePagedList } from "../../recipes/use-paged-list.ts";
import { namesOnPage } from "../../records/customer-and-machine.ts";
import { Empty } from "../../ui/States.tsx";
import { NeedsAction } from "./NeedsAction.tsx";
import { publishedOnPage } from "./published-on-page.ts";
import { transactionColumns } from "./transaction-columns.tsx";

/** Cans that were taken, fifty a page. */
const transactionsSource: PagedSource<CanTransaction> = pagedSource({
  endpoint: listTransactions,
  rooms: ["transactions", "users", "machine-names"],
  pick: ({ transactions: rows, pages, total }) => ({ rows, pages, total }),
  handlers: (query) => ({
    "transaction.changed": (page, incoming) => publishedOnPage(query, page, incoming),
    ...namesOnPage<CanTransaction>(),
  }),
});

const reviews = ReviewFilter.options.map((value) => ({ value, label: value === "any" ? "all flagged" : value }));
const filters = {
  vendingMachine: machineFilter("Vending Machine Id"),
  transactionId: textFilter("Transaction Id", { placeholder: "CT…", looksLike: /./ }),
  phone: phoneFilter,
  status: wordFilter("Status", CanStatus.options),
  review: choiceFilter("Review", () => ({ options: reviews }), { placeholder: "Not asked" }),
};

const tabs = <QueueTabs page="transactions" label="Transactions" all="All transactions" />;

function AllTransactions() {
  const paged = usePagedList({ list: transactionList, source: transactionsSource, filters });
  return (
    <PagedListPage
      paged={paged}
      title="Transactions"
      things={["transaction", "transactions"]}
      columns={transactionColumns}
      tabs={tabs}
      empty={<Empty title="No can taken yet">Transactions come from the customers' app.</Empty>}
    />
  );
}

/** Every can that was taken (specification: Transactions), and the queue of those that did not come out. */
export function Component() {
  return useIsQueue() ? <NeedsAction tabs={tabs} /> : <AllTransactions />;
}

export const first = () => [firstPageOf(transactionList, transactionsSource)];
