import "./transactions.css";
import { CanStatus } from "#shared/transactions/can-status.ts";
import { ReviewFilter, transactionList } from "#shared/transactions/transaction-list.ts";
import { PagedListPage } from "../../recipes/PagedListPage.tsx";
import { usePagedList } from "../../recipes/use-paged-list.ts";
import { DateRange } from "../../ui/DateRange.tsx";
import { FilterSwitch } from "../../ui/FilterSwitch.tsx";
import { FilterText } from "../../ui/FilterText.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { Empty } from "../../ui/States.tsx";
import { NeedsAction } from "./NeedsAction.tsx";
import { TransactionTabs, useTransactionView } from "./TransactionTabs.tsx";
import { transactionColumns } from "./transaction-columns.tsx";
import { transactionsSource } from "./transactions-source.ts";

const labels = {
  vendingMachine: "Vending Machine Id",
  transactionId: "Transaction Id",
  phone: "Phone",
  status: "Status",
  review: "Review",
};
const views = ["Old", "New"] as const;
/** A link's `?phone=` counts only when it is a whole number (specification section 2). */
const lengths = { phone: 10 };
const reviews = ReviewFilter.options.map((value) => ({ value, label: value === "any" ? "all flagged" : value }));
const statuses = CanStatus.options.map((value) => ({ value, label: value }));

function AllTransactions() {
  const paged = usePagedList({
    list: transactionList,
    source: transactionsSource,
    labels,
    lengths,
    views,
    exported: "transactions",
  });
  return (
    <PagedListPage
      paged={paged}
      title="Transactions"
      things={["transaction", "transactions"]}
      columns={transactionColumns}
      tabs={<TransactionTabs />}
      filters={
        <>
          <FilterText {...paged.text("vendingMachine")} maxLength={64} placeholder="All machines" />
          <FilterText {...paged.text("transactionId")} maxLength={64} placeholder="CT…" />
          <FilterText {...paged.text("phone")} type="tel" maxLength={10} placeholder="10 digits" />
          <SelectField {...paged.choice("status", statuses)} placeholder="All" />
          <SelectField {...paged.choice("review", reviews)} placeholder="Not asked" />
          <DateRange {...paged.days} />
          <FilterSwitch label="View By" {...paged.viewBy} />
        </>
      }
      empty={<Empty title="No can taken yet">Transactions come from the customers' app.</Empty>}
    />
  );
}

/** Every can that was taken (specification section 2), and the workbench of those that did not come out. */
export function Component() {
  return useTransactionView() === "needs-action" ? <NeedsAction /> : <AllTransactions />;
}
