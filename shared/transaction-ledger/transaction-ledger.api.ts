import { callsOf } from "../http/endpoint.ts";
import { ClusterTime } from "../http/fields.ts";
import { pageOf } from "../http/paged-list.ts";
import { TransactionLedgerEntry } from "./transaction-ledger.schema.ts";
import { transactionLedgerList } from "./transaction-ledger-list.ts";

const { get } = callsOf("transactions");

export const listTransactionLedger = get("/ledger/all", {
  operationId: "listTransactionLedger",
  summary: "The transaction ledger: every command to a control unit and every return, fifty a page",
  query: transactionLedgerList.query,
  reply: pageOf("transactionLedger", TransactionLedgerEntry).extend({ asOf: ClusterTime }),
  notice: "Successfully fetched ledger",
  failure: "Failed to feth ledger info",
});
