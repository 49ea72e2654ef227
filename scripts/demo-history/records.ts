import { createHash } from "node:crypto";
import { ObjectId } from "mongodb";
import type { SessionDocument, SessionRowDocument } from "#shared/control-units/command.document.server.ts";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import type { TransactionLedgerDocument } from "#shared/transaction-ledger/transaction-ledger.document.server.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import type { CanRowDocument, DepositRowDocument } from "#shared/users/accounts.document.server.ts";

/** What a history has made up and nobody has stored yet; each goes into the collection of its name. */
export const nothingWritten = () => ({
  orders: [] as OrderDocument[],
  canLedger: [] as CanRowDocument[],
  depositRows: [] as DepositRowDocument[],
  canTransactions: [] as CanTransactionDocument[],
  sessions: [] as SessionDocument[],
  sessionRows: [] as SessionRowDocument[],
  transactionLedger: [] as TransactionLedgerDocument[],
});
export type Written = ReturnType<typeof nothingWritten>;

/** Ids one after another, the same for the same name: what was half written is finished and never doubled. */
export const createIds = (name: string): (() => ObjectId) => {
  const prefix = createHash("sha256").update(`cansole past ${name}`).digest("hex").slice(0, 16);
  let count = 0;
  return () => {
    count += 1;
    return new ObjectId(prefix + count.toString(16).padStart(8, "0"));
  };
};

/** The ids of one history, by what they are for. */
export const createHistoryIds = (name: string) => {
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
export type HistoryIds = ReturnType<typeof createHistoryIds>;
