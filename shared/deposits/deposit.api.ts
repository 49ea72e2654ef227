import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { pageOf } from "../http/paged-list.ts";
import { Deposit, DepositChange, DepositRow } from "./deposit.schema.ts";
import { depositRowList } from "./deposit-row-list.ts";

/** Ours: how a deposit came to be what it is. */
export const listDepositRows = endpoint({
  method: "GET",
  path: "/deposit/rows/all",
  tag: "users",
  summary: "Changes of deposits, a page at a time",
  access: "operator",
  query: depositRowList.query,
  reply: pageOf("rows", DepositRow).extend({ asOf: ClusterTime }),
  failure: "Failed to feth Users",
});

export const changeDeposit = endpoint({
  method: "PUT",
  path: "/deposit/:id",
  tag: "users",
  summary: "Edit a user's deposit record",
  access: "operator",
  params: z.object({ id: Id }),
  body: DepositChange,
  idempotent: true,
  reply: z.object({ deposit: Deposit }),
  notice: "User deposit updated",
  failure: "Error: Failed to update user depost",
});
