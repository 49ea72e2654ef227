import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime } from "../http/fields.ts";
import { pageOf } from "../http/paged-list.ts";
import { LedgerEntry, LedgerProduct } from "./ledger.schema.ts";
import { ledgerList } from "./ledger-list.ts";

const { get } = callsOf("transactions");

export const listLedger = get("/transactions/ledger", {
  operationId: "listLedger",
  summary: "The can ledger: cans credited and debited, fifty a page",
  query: ledgerList.query,
  reply: pageOf("ledger", LedgerEntry).extend({ products: z.array(LedgerProduct), asOf: ClusterTime }),
  notice: "Successfully fetched ledger",
  failure: "Failed to feth ledger info",
});
