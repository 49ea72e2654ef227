import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { mostWhole } from "../http/long-lists.ts";
import { Approval, ApprovalDecline, ApprovalRequest } from "./approval.schema.ts";

const { get, post } = callsOf("approvals");
const ofOne = z.object({ id: Id });
const reply = z.object({ approval: Approval });
const failure = "Error: Failed to update the request";

export const listApprovals = get("/approvals", {
  operationId: "listApprovals",
  summary: `Requests that wait for a second person, oldest first; at most ${mostWhole}`,
  reply: z.object({ approvals: z.array(Approval), asOf: ClusterTime }),
  failure: "Failed to get the requests",
});

export const requestApproval = post("/approvals", {
  operationId: "requestApproval",
  summary: "Request a change that needs a second person",
  body: ApprovalRequest,
  idempotent: true,
  reply,
  notice: "Another operator was asked",
  failure,
});

export const approve = post("/approvals/:id/approve", {
  operationId: "approve",
  summary: "Approve a request of another operator and make the change",
  params: ofOne,
  body: z.strictObject({}),
  idempotent: true,
  reply,
  notice: "Success",
  failure,
});

export const decline = post("/approvals/:id/decline", {
  operationId: "decline",
  summary: "Decline a request of another operator, with a reason, or take back your own",
  params: ofOne,
  body: ApprovalDecline,
  idempotent: true,
  reply,
  notice: "Success",
  failure,
});
