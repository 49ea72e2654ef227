import type { CanRowDocument, DepositRowDocument } from "#shared/runtime/documents/accounts.ts";
import type { SessionDocument, SessionRowDocument } from "#shared/runtime/documents/commands.ts";
import type { OrderDocument } from "#shared/runtime/documents/orders.ts";
import type { TransactionLedgerDocument } from "#shared/runtime/documents/transaction-ledger.ts";
import type { CanTransactionDocument } from "#shared/runtime/documents/transactions.ts";
import { createIds } from "./ids.ts";

/** What a past has written and nobody has stored yet. */
export interface Written {
  orders: OrderDocument[];
  canLedger: CanRowDocument[];
  depositRows: DepositRowDocument[];
  canTransactions: CanTransactionDocument[];
  sessions: SessionDocument[];
  sessionRows: SessionRowDocument[];
  transactionLedger: TransactionLedgerDocument[];
}
export const nothingWritten = (): Written => ({
  orders: [],
  canLedger: [],
  depositRows: [],
  canTransactions: [],
  sessions: [],
  sessionRows: [],
  transactionLedger: [],
});

/** The ids of one past, by what they are for. */
export const createPastIds = (name: string) => {
  const of = (kind: string) => createIds(`${name} ${kind}`);
  return {
    order: of("order"),
    canRow: of("can row"),
    depositRow: of("deposit row"),
    transaction: of("transaction"),
    penalty: of("penalty"),
    session: of("session"),
    sessionRow: of("session row"),
    container: of("container"),
  };
};
export type PastIds = ReturnType<typeof createPastIds>;
