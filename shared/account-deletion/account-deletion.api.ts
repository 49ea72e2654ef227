import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id, Phone } from "../http/fields.ts";
import { pageOf } from "../http/paged-list.ts";
import { AccountDeletion, Standing } from "./account-deletion.schema.ts";
import { accountDeletionList } from "./account-deletion-list.ts";

const users = callsOf("users");
const intake = callsOf("intake", "key");
const failure = "Failed to feth sales data";

export const listAccountDeletions = users.get("/account-deletion/all", {
  operationId: "listAccountDeletions",
  summary: "Account deletion requests, a page at a time",
  query: accountDeletionList.query,
  reply: pageOf("requests", AccountDeletion).extend({ asOf: ClusterTime }),
  failure,
});

/** Ours. */
export const listWaitingDeletions = users.get("/account-deletion/waiting", {
  operationId: "listWaitingDeletions",
  summary: "Account deletion requests that wait, oldest first",
  reply: z.object({
    /** At most 50. */
    requests: z.array(AccountDeletion),
    /** All that wait, counted up to 1,000. */
    total: z.number().int(),
    asOf: ClusterTime,
  }),
  failure,
});

/** Ours: what stands open, before anything is deleted. */
export const readAccountDeletion = users.get("/account-deletion/:id", {
  operationId: "readAccountDeletion",
  summary: "A request, what its account still holds, and why it cannot be deleted now",
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

/** Ours, by an admin, and for good. `standing` is what they saw: the call is refused where that has changed. */
export const deleteAccount = users.post("/account-deletion/:id", {
  operationId: "deleteAccount",
  summary: "Delete the account: its cans and deposits are written off, the person is unreadable afterwards",
  adminOnly: "account-deletion",
  freshProof: "always",
  params: z.object({ id: Id }),
  body: z.strictObject({ standing: Standing }),
  reply: z.object({ request: AccountDeletion }),
  notice: "Successful",
  failure: "Error: Failed to delete the account",
});

/** A phone with a pending request gets that one. */
export const requestAccountDeletion = intake.post("/intake/account-deletion", {
  operationId: "requestAccountDeletion",
  example: {
    body: { phone: "9847012345" },
    reply: {
      request: {
        _id: "6741f4b0b7e1d20012ab7171",
        userId: "6741f0c2b7e1d20012ab1111",
        UserPhoneNumber: "9847012345",
        requestTime: "2026-11-22T09:30:00.000Z",
        requestProcessed: false,
        processedAt: null,
        rev: 0,
      },
    },
  },
  summary: "A customer asks for their account to be deleted; an operator does it",
  idempotent: "required",
  body: z.strictObject({ phone: Phone }),
  reply: z.object({ request: AccountDeletion }),
  failure: "The request could not be stored: repeat it with the same Idempotency-Key",
});
