import * as z from "zod";
import { AccountDeletion } from "../account-deletion/account-deletion.schema.ts";
import { Approval } from "../approvals/approval.schema.ts";
import { AuditEntry } from "../audit/audit.schema.ts";
import { DepositRow } from "../deposits/deposit.schema.ts";
import { Moment } from "../http/fields.ts";
import { LedgerEntry } from "../ledger/ledger.schema.ts";
import { Order } from "../orders/order.schema.ts";
import { TransactionLedgerEntry } from "../transaction-ledger/transaction-ledger.schema.ts";
import { CanTransaction } from "../transactions/transaction.schema.ts";
import { UserFile } from "./user-file.schema.ts";

/** All that is kept about a user, as a file: each record as its own list answers it, the oldest first. */
export const UserData = UserFile.extend({
  exportedAt: Moment,
  orders: z.array(Order),
  transactions: z.array(CanTransaction),
  canLedger: z.array(LedgerEntry),
  depositRows: z.array(DepositRow),
  transactionLedger: z.array(TransactionLedgerEntry),
  accountDeletions: z.array(AccountDeletion),
  approvals: z.array(Approval),
  /** Audit lines of the user and of each record above, by record; without the addresses of those who acted. */
  audit: z.array(AuditEntry),
});
export type UserData = z.infer<typeof UserData>;
