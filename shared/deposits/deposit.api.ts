import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { pageOf } from "../http/paged-list.ts";
import { Deposit, DepositChange, DepositRow } from "./deposit.schema.ts";
import { depositRowList } from "./deposit-row-list.ts";

const { get, put } = callsOf("users");

/** Ours: how a deposit came to be what it is. */
export const listDepositRows = get("/deposit/rows/all", {
  operationId: "listDepositRows",
  summary: "Changes of deposits, a page at a time",
  query: depositRowList.query,
  reply: pageOf("rows", DepositRow).extend({ asOf: ClusterTime }),
  failure: "Failed to feth Users",
});

export const changeDeposit = put("/deposit/:id", {
  operationId: "changeDeposit",
  summary: "Edit a user's deposit record",
  params: z.object({ id: Id }),
  body: DepositChange,
  idempotent: true,
  reply: z.object({ deposit: Deposit }),
  notice: "User deposit updated",
  failure: "Error: Failed to update user depost",
});
