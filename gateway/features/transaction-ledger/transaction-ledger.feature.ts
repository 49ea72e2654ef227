import { listTransactionLedger } from "#shared/transaction-ledger/transaction-ledger.api.ts";
import { TransactionLedgerEntry } from "#shared/transaction-ledger/transaction-ledger.schema.ts";
import { route } from "../../http/route.ts";
import { servePaged } from "../../paged/serve-paged.ts";
import type { Feature } from "../../records/feature.ts";
import { showTransactionLedger } from "./show-transaction-ledger.ts";
import { transactionLedgerPages } from "./transaction-ledger.list.ts";

/** The transaction ledger: every command to a control unit, and every return. */
export const transactionLedgerFeature: Feature = (app, parts) => {
  const show = showTransactionLedger(parts.mongo);
  const shown = { key: "transactionLedger", row: TransactionLedgerEntry, show } as const;
  route(app, listTransactionLedger, servePaged(parts.pages, transactionLedgerPages, shown));
};
