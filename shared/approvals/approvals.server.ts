import { ObjectId } from "mongodb";
import type { DbSession, Mongo } from "../runtime/mongo.ts";
import type { ApprovalDocument } from "./approval.document.server.ts";
import type { ApprovalKind } from "./approval.schema.ts";

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

const ended = (why: string) => ({
  $set: { state: "ended" as const, decision: why },
  $currentDate: { decidedAt: true as const },
  $inc: { rev: 1 },
});

/** Ends requests about this record that are over without a decision: its can came out, or was refunded. */
export const endApprovals = async (
  { collections: { approvals } }: Pick<Mongo, "collections">,
  dbSession: DbSession | undefined,
  { record, kind, why }: { record: ObjectId; kind: ApprovalKind; why: string },
): Promise<void> => {
  await approvals.updateOne({ record, kind, state: "requested" }, ended(why), {
    ...(dbSession ? { session: dbSession } : {}),
    hint: "waiting",
  });
};

/**
 * Ends the requests of a person who is no operator any more: two operators must agree at the moment of the change.
 * Requests for their own orders stay, because they placed these as a customer.
 */
export const endApprovalsOf = async (
  { collections: { approvals } }: Pick<Mongo, "collections">,
  session: DbSession,
  { by, why }: { by: ObjectId; why: string },
): Promise<void> => {
  await approvals.updateMany({ by, state: "requested", kind: { $ne: "own-order" } }, ended(why), {
    session,
    hint: "waitingSince",
  });
};
