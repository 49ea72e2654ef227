import type { AuditEntry } from "../audit/audit.schema.ts";
import { auditList, auditListColumns } from "../audit/audit-list.ts";
import type { AnyPagedList } from "../http/paged-list.ts";
import { canList, canListColumns } from "../inventory/can-list.ts";
import type { CanInStock } from "../inventory/inventory.schema.ts";
import type { LedgerEntry } from "../ledger/ledger.schema.ts";
import { ledgerList, ledgerListColumns } from "../ledger/ledger-list.ts";
import type { Order } from "../orders/order.schema.ts";
import { orderList, orderListColumns, purchaseColumns } from "../orders/order-list.ts";
import { owedList, owedListColumns } from "../penalties/owed-list.ts";
import type { OwedPenalty } from "../penalties/penalty.schema.ts";
import type { ListColumn } from "../sheets/list-column.ts";
import type { TransactionLedgerEntry } from "../transaction-ledger/transaction-ledger.schema.ts";
import { transactionLedgerList, transactionLedgerListColumns } from "../transaction-ledger/transaction-ledger-list.ts";
import type { CanTransaction } from "../transactions/transaction.schema.ts";
import { transactionList, transactionListColumns } from "../transactions/transaction-list.ts";
import type { User } from "../users/user.schema.ts";
import { userList, userListColumns } from "../users/user-list.ts";
import type { ReportedList, ReportType } from "./report.schema.ts";

interface Reported {
  /** Its query parses the filters. A report that is no list has a query alone. */
  list: Pick<AnyPagedList, "query">;
  /** The sheet's name, and the list's on the Downloads screen. */
  title: string;
  columns: readonly ListColumn<never>[];
  /** Without its ending; `day` is the one of the download. */
  fileName: (day: string) => string;
}

/** A row of each, as its endpoint answers it. */
export interface ReportedRows {
  orders: Order;
  transactions: CanTransaction;
  ledger: LedgerEntry;
  transactionLedger: TransactionLedgerEntry;
  cansInStock: CanInStock;
  penalties: OwedPenalty;
  users: User;
  audit: AuditEntry;
}

/** Every list that is exported as it is shown: its query, its columns, its words. The gateway says who reads its rows. */
export const reportedLists = {
  orders: { list: orderList, title: "Orders", columns: orderListColumns, fileName: (day) => `Orders_${day}` },
  transactions: {
    list: transactionList,
    title: "Transactions",
    columns: transactionListColumns,
    fileName: (day) => `Transactions_${day}`,
  },
  ledger: { list: ledgerList, title: "Can Ledger", columns: ledgerListColumns, fileName: (day) => `Can Ledger_${day}` },
  transactionLedger: {
    list: transactionLedgerList,
    title: "Transaction Ledger",
    columns: transactionLedgerListColumns,
    fileName: (day) => `Transaction Ledger_${day}`,
  },
  cansInStock: {
    list: canList,
    title: "Cans In Stock",
    columns: canListColumns,
    // It has no date (specification: Names of files).
    fileName: () => "cans_in_stock",
  },
  penalties: { list: owedList, title: "Penalties", columns: owedListColumns, fileName: (day) => `Penalties_${day}` },
  users: { list: userList, title: "Users", columns: userListColumns, fileName: (day) => `Users_${day}` },
  audit: { list: auditList, title: "Audit", columns: auditListColumns, fileName: (day) => `Audit_${day}` },
} as const satisfies Record<ReportedList, Reported>;

/** The columns of a list's file: of purchase data more than the list itself shows. */
export const fileColumnsOf = (list: ReportedList, reportType: ReportType | null): readonly ListColumn<never>[] =>
  reportType === "Order" ? purchaseColumns : reportedLists[list].columns;
