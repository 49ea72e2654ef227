import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime, Id, Phone } from "../http/fields.ts";
import { pageOf } from "../http/paged-list.ts";
import { AccountDeletion, Standing } from "./account-deletion.schema.ts";
import { accountDeletionList } from "./account-deletion-list.ts";

const failure = "Failed to feth sales data";

export const listAccountDeletions = endpoint({
  method: "GET",
  path: "/account-deletion/all",
  tag: "users",
  summary: "Who asked for an account to be deleted, a page at a time",
  access: "operator",
  query: accountDeletionList.query,
  reply: pageOf("requests", AccountDeletion).extend({ asOf: ClusterTime }),
  failure,
});

/** Ours: what stands open, before anything is deleted. */
export const readAccountDeletion = endpoint({
  method: "GET",
  path: "/account-deletion/:id",
  tag: "users",
  summary: "A request, what its account still holds, and why it cannot be deleted now",
  access: "operator",
  params: z.object({ id: Id }),
  reply: z.object({
    request: AccountDeletion,
    standing: Standing,
    /** Null when nothing forbids it. */
    whyNot: z.string().nullable(),
    asOf: ClusterTime,
  }),
  failure,
});

/** Ours, by an admin, and for good. `standing` is what he was told: what stands open otherwise meanwhile is refused. */
export const deleteAccount = endpoint({
  method: "POST",
  path: "/account-deletion/:id",
  tag: "users",
  summary: "Delete the account: its cans and deposits are written off, the person is unreadable afterwards",
  access: "operator",
  params: z.object({ id: Id }),
  body: z.strictObject({ standing: Standing }),
  reply: z.object({ request: AccountDeletion }),
  notice: "Successful",
  failure: "Error: Failed to delete the account",
});

/** A phone that asked already is answered the request that waits. */
export const requestAccountDeletion = endpoint({
  method: "POST",
  path: "/intake/account-deletion",
  tag: "intake",
  summary: "A customer asks for his account to be deleted; an operator does it",
  access: "key",
  idempotent: "required",
  body: z.strictObject({ phone: Phone }),
  reply: z.object({ request: AccountDeletion }),
  failure: "The request could not be stored: repeat it with the same Idempotency-Key",
});
