import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { Id } from "../http/fields.ts";
import { Deposit, DepositChange } from "./deposit.schema.ts";

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
