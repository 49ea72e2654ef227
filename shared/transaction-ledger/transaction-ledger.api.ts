import { endpoint } from "../http/endpoint.ts";
import { ClusterTime } from "../http/fields.ts";
import { pageOf } from "../http/paged-list.ts";
import { TransactionLedgerEntry } from "./transaction-ledger.schema.ts";
import { transactionLedgerList } from "./transaction-ledger-list.ts";

export const listTransactionLedger = endpoint({
  method: "GET",
  path: "/ledger/all",
  tag: "transactions",
  summary: "The transaction ledger: every command to a control unit and every return, fifty a page",
  access: "operator",
  query: transactionLedgerList.query,
  reply: pageOf("transactionLedger", TransactionLedgerEntry).extend({ asOf: ClusterTime }),
  notice: "Successfully fetched ledger",
  failure: "Failed to feth ledger info",
});
