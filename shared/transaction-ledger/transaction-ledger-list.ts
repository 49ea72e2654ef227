import { text } from "../http/fields.ts";
import { dateRange, MachineFilter, PhoneFilter, pagedList } from "../http/paged-list.ts";
import type { ListColumn } from "../sheets/list-column.ts";
import { type TransactionLedgerEntry, TransactionType } from "./transaction-ledger.schema.ts";

/** Fifty a page, the newest first. A `transactionId` is the customer's transaction's, or a command's. */
export const transactionLedgerList = pagedList({
  filters: {
    vendingMachine: MachineFilter,
    transactionId: text(64),
    phone: PhoneFilter,
    transactionType: TransactionType,
    ...dateRange,
  },
  sorts: ["time"],
  byDefault: "-time",
  columns: { machine: "begins" },
});

/** Named and ordered as on the screen (specification: Transaction ledger). */
export const transactionLedgerListColumns = [
  { id: "id", head: "Id", width: 100, value: ({ id }) => id },
  { id: "transactionId", head: "Transaction Id", width: 150, value: ({ transactionId }) => transactionId },
  { id: "user", head: "User", width: 146, value: ({ user }) => user && (user.name || user.phone || user._id) },
  { id: "machine", head: "Vending Machine", width: 200, value: ({ vendingMachine }) => vendingMachine.name },
  { id: "containerId", head: "Container Id", width: 92, value: ({ containers }) => containers.join(", ") },
  { id: "requestStatus", head: "Request Status", width: 116, value: ({ requestStatus }) => requestStatus },
  { id: "isContainerWorking", head: "Container Working", width: 96, value: (row) => row.isContainerWorking },
  { id: "transactionType", head: "Type", width: 72, value: ({ transactionType }) => transactionType },
  { id: "time", head: "Time", kind: "time", width: 132, value: ({ time }) => time },
] as const satisfies readonly ListColumn<TransactionLedgerEntry>[];
