import { TransactionType } from "#shared/transaction-ledger/transaction-ledger.schema.ts";
import { transactionLedgerList } from "#shared/transaction-ledger/transaction-ledger-list.ts";
import { PagedListPage } from "../../recipes/PagedListPage.tsx";
import { usePagedList } from "../../recipes/use-paged-list.ts";
import { DateRange } from "../../ui/DateRange.tsx";
import { FilterSwitch } from "../../ui/FilterSwitch.tsx";
import { FilterText } from "../../ui/FilterText.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { Empty } from "../../ui/States.tsx";
import { transactionLedgerColumns } from "./transaction-ledger-columns.tsx";
import { transactionLedgerSource } from "./transaction-ledger-source.ts";

const labels = {
  vendingMachine: "Vending Machine Id",
  transactionId: "Transaction Id",
  phone: "Phone",
  transactionType: "Type",
};
const views = ["Old", "New"] as const;
/** As on the list of transactions: a link's `?phone=` counts only when it is a whole number. */
const lengths = { phone: 10 };
const types = TransactionType.options.map((value) => ({ value, label: value }));

/** Every command to a control unit and every return (specification section 2: transaction-ledger). */
export function Component() {
  const paged = usePagedList({
    list: transactionLedgerList,
    source: transactionLedgerSource,
    labels,
    lengths,
    views,
    exported: "transactionLedger",
  });
  return (
    <PagedListPage
      paged={paged}
      title="Transaction Ledger"
      things={["row", "rows"]}
      columns={transactionLedgerColumns}
      filters={
        <>
          <FilterText {...paged.text("vendingMachine")} maxLength={64} placeholder="All machines" />
          <FilterText {...paged.text("transactionId")} maxLength={64} placeholder="CT…" />
          <FilterText {...paged.text("phone")} type="tel" maxLength={10} placeholder="10 digits" />
          <SelectField {...paged.choice("transactionType", types)} placeholder="All" />
          <DateRange {...paged.days} />
          <FilterSwitch label="View By" {...paged.viewBy} />
        </>
      }
      empty={<Empty title="No machine was asked yet">A row comes with each command to a control unit.</Empty>}
    />
  );
}
