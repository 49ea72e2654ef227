import type { TransactionLedgerEntry } from "#shared/transaction-ledger/transaction-ledger.schema.ts";
import { transactionLedgerListColumns } from "#shared/transaction-ledger/transaction-ledger-columns.ts";
import { pathTo } from "../../app/paths.ts";
import { machineOnScreen } from "../../records/customer-and-machine-columns.tsx";
import { Id } from "../../ui/Id.tsx";
import { type Column, shownColumns } from "../../ui/table/column.ts";

const sessionPage = ({ sessionId }: TransactionLedgerEntry): string | null =>
  sessionId && `${pathTo("testMachine")}?session=${encodeURIComponent(sessionId)}`;
const transactionPage = ({ canTransaction }: TransactionLedgerEntry): string | null =>
  canTransaction && pathTo("transaction", { id: canTransaction });

/** A row leads to what its command was given for, and by its type to the command. */
export const transactionLedgerColumns: Column<TransactionLedgerEntry>[] = shownColumns(transactionLedgerListColumns, {
  id: { cell: ({ id }) => <Id value={id} label="id" keep={4} /> },
  transactionId: {
    onPhone: "title",
    as: "mono",
    link: (row) => transactionPage(row) ?? sessionPage(row),
  },
  user: { onPhone: "field", link: ({ user }) => user && pathTo("user", { id: user._id }) },
  machine: { onPhone: "field", ...machineOnScreen },
  containerId: { onPhone: "field" },
  requestStatus: { onPhone: "side", as: "state" },
  isContainerWorking: { onPhone: "field" },
  transactionType: { onPhone: "field", link: sessionPage },
  time: { onPhone: "field", as: "moment" },
});
