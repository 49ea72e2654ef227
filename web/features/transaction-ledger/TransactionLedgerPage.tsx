import { TransactionType } from "#shared/transaction-ledger/transaction-ledger.schema.ts";
import { transactionLedgerList } from "#shared/transaction-ledger/transaction-ledger-list.ts";
import { wordFilter } from "../../recipes/choice-filter.tsx";
import { machineFilter, phoneFilter, textFilter } from "../../recipes/list-filter.tsx";
import { PagedListPage } from "../../recipes/PagedListPage.tsx";
import { firstPageOf, usePagedList } from "../../recipes/use-paged-list.ts";
import { Empty } from "../../ui/States.tsx";
import { transactionLedgerColumns } from "./transaction-ledger-columns.tsx";
import { transactionLedgerSource } from "./transaction-ledger-source.ts";

const filters = {
  vendingMachine: machineFilter("Vending Machine Id"),
  transactionId: textFilter("Transaction Id", { placeholder: "CT…", looksLike: /./ }),
  phone: phoneFilter,
  transactionType: wordFilter("Type", TransactionType.options),
};

/** Every command to a control unit and every return (specification: Transaction ledger). */
export function Component() {
  const paged = usePagedList({ list: transactionLedgerList, source: transactionLedgerSource, filters });
  return (
    <PagedListPage
      paged={paged}
      title="Transaction Ledger"
      things={["row", "rows"]}
      columns={transactionLedgerColumns}
      empty={<Empty title="No commands yet">Each command to a control unit adds a row.</Empty>}
    />
  );
}

export const first = () => [firstPageOf(transactionLedgerList, transactionLedgerSource)];
