import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime, Id, Rev } from "../http/fields.ts";
import { CanCase, RefundAsk, RefundDecline } from "./can-case.schema.ts";
import { CanTransaction } from "./transaction.schema.ts";

const ofOne = z.object({ id: Id });
const reply = z.object({ canTransaction: CanTransaction });
const refundFailure = "Error: Failed to refund can";

export const readCanCase = endpoint({
  method: "GET",
  path: "/transactions/:id/case",
  tag: "transactions",
  summary: "What is known around a can that did not come out: machine, commands, the customer's other cans and refunds",
  access: "operator",
  params: ofOne,
  reply: z.object({ case: CanCase, asOf: ClusterTime }),
  failure: "Failed to feth Orders",
});

export const markNotWorking = endpoint({
  method: "POST",
  path: "/transactions/:id/container-not-working",
  tag: "transactions",
  summary: "Take the container of a can that did not come out out of use, as it was seen",
  access: "operator",
  params: ofOne,
  body: z.strictObject({
    /** The `rev` of the container that came with the case. */
    containerRev: Rev.optional(),
  }),
  idempotent: true,
  reply,
  notice: "Container Updated",
  failure: "Error: Failed to update Container",
});

export const askForRefund = endpoint({
  method: "POST",
  path: "/transactions/:id/refund-request",
  tag: "transactions",
  summary: "Ask another operator for a refund that needs a second person",
  access: "operator",
  params: ofOne,
  body: RefundAsk,
  idempotent: true,
  reply,
  notice: "Success",
  failure: refundFailure,
});

export const approveRefund = endpoint({
  method: "POST",
  path: "/transactions/:id/refund-request/approve",
  tag: "transactions",
  summary: "Refund a can that another operator asked for",
  access: "operator",
  params: ofOne,
  body: z.strictObject({}),
  idempotent: true,
  reply,
  notice: "Can Refund Successful",
  failure: refundFailure,
});

export const declineRefund = endpoint({
  method: "POST",
  path: "/transactions/:id/refund-request/decline",
  tag: "transactions",
  summary: "Decline a refund that another operator asked for, with a reason",
  access: "operator",
  params: ofOne,
  body: RefundDecline,
  idempotent: true,
  reply,
  notice: "Success",
  failure: refundFailure,
});
