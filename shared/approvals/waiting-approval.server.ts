import { ObjectId } from "mongodb";
import type { ApprovalDocument } from "./approval.document.server.ts";

type Request = Pick<ApprovalDocument, "kind" | "record" | "user" | "change" | "what" | "reason" | "by" | "at">;

/** A request of one operator that nobody has decided yet. */
export const waitingApproval = (request: Request): ApprovalDocument => ({
  ...request,
  _id: new ObjectId(),
  state: "requested",
  decidedBy: null,
  decidedAt: null,
  decision: "",
  rev: 0,
});
