import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime } from "../http/fields.ts";
import { pageOf } from "../http/paged-list.ts";
import { LedgerEntry, LedgerProduct } from "./ledger.schema.ts";
import { ledgerList } from "./ledger-list.ts";

export const listLedger = endpoint({
  method: "GET",
  path: "/transactions/ledger",
  tag: "transactions",
  summary: "The can ledger: what was credited to users and debited from them, fifty a page",
  access: "operator",
  query: ledgerList.query,
  reply: pageOf("ledger", LedgerEntry).extend({ products: z.array(LedgerProduct), asOf: ClusterTime }),
  notice: "Successfully fetched ledger",
  failure: "Failed to feth ledger info",
});
