import { text } from "../http/fields.ts";
import { dateRange, MachineFilter, PhoneFilter, pagedList } from "../http/paged-list.ts";
import { TransactionType } from "./transaction-ledger.schema.ts";

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
