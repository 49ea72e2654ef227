import type { TransactionLedgerDocument } from "#shared/transaction-ledger/transaction-ledger.document.server.ts";
import type { TransactionLedgerPosted } from "#shared/transaction-ledger/transaction-ledger.schema.ts";

export const ledgerPostedView = (row: TransactionLedgerDocument): TransactionLedgerPosted => ({
  _id: row._id.toHexString(),
  transactionId: row.transactionId,
  transactionType: row.type,
  user: row.user?.toHexString() ?? null,
  vendingMachine: row.machine.toHexString(),
});
