import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { pageOf } from "../http/paged-list.ts";
import { reportQuery } from "../http/report-query.ts";
import { CanTransaction, CanTransactionChange } from "./transaction.schema.ts";
import { transactionList } from "./transaction-list.ts";

const { get, post, put } = callsOf("transactions");
const failure = "Failed to feth Orders";

export const listTransactions = get("/transactions/all", {
  operationId: "listTransactions",
  summary: "Cans that were taken, fifty a page",
  query: transactionList.query,
  reply: pageOf("transactions", CanTransaction).extend({ asOf: ClusterTime }),
  notice: "Successfully fetched transactions",
  failure,
});

export const reportTransactions = get("/transactions/report/download", {
  operationId: "reportTransactions",
  summary: "All cans that were taken out of a machine between two days, the oldest first",
  query: reportQuery,
  reply: z.object({ transactions: z.array(CanTransaction) }),
  failure,
});

export const readTransaction = get("/transactions/:id", {
  operationId: "readTransaction",
  summary: "One can that was taken",
  params: z.object({ id: Id }),
  reply: z.object({ canTransaction: CanTransaction, asOf: ClusterTime }),
  failure,
});

export const changeTransaction = put("/transactions/:id", {
  operationId: "changeTransaction",
  summary: "Edit a can transaction; only Open and Refund change its status",
  params: z.object({ id: Id }),
  body: CanTransactionChange,
  reply: z.object({ canTransaction: CanTransaction }),
  notice: "Transaction Updated",
  failure: "Error: Failed to updated a transaction",
});

export const openTransaction = post("/transactions/:id", {
  operationId: "openTransaction",
  summary: "Open the container of a can that was not taken, or another one with that product",
  params: z.object({ id: Id }),
  body: z.strictObject({}),
  idempotent: true,
  reply: z.object({ message: z.string(), sessionId: Id, canTransaction: CanTransaction }),
  notice: "Container Open Message Sent",
  failure: "Error: Failed to open container",
});

export const refundCan = put("/transactions/:id/refund-can", {
  operationId: "refundCan",
  summary: "Refund a can that did not come out to its customer",
  params: z.object({ id: Id }),
  idempotent: true,
  reply: z.object({ canTransaction: CanTransaction }),
  notice: "Can Refund Successful",
  failure: "Error: Failed to refund can",
});
