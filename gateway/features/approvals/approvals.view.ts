import type { ObjectId } from "mongodb";
import type { ApprovalDocument } from "#shared/approvals/approval.document.server.ts";
import type { Approval } from "#shared/approvals/approval.schema.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { readShownNames } from "../../records/shown-names.ts";

/** Names of operators; of a former one the empty text. */
export interface OperatorNames {
  operatorName(user: ObjectId): string;
}

/** Its customer by id alone: they are many, and its record's page has the name. */
export const approvalView = (approval: ApprovalDocument, names: OperatorNames): Approval => {
  const person = (id: ObjectId) => ({ _id: id.toHexString(), name: names.operatorName(id) });
  return {
    _id: approval._id.toHexString(),
    kind: approval.kind,
    record: approval.record.toHexString(),
    user: approval.user.toHexString(),
    what: approval.what,
    reason: approval.reason,
    by: person(approval.by),
    at: approval.at.toISOString(),
    state: approval.state,
    decidedBy: approval.decidedBy && person(approval.decidedBy),
    decidedAt: approval.decidedAt?.toISOString() ?? null,
    decision: approval.decision,
    rev: approval.rev,
  };
};

/** Requests with the names that their operators have now. */
export const showApprovals =
  (mongo: Pick<Mongo, "collections">) =>
  async (found: ApprovalDocument[], dbSession: DbSession): Promise<Approval[]> => {
    const people = found.flatMap(({ by, decidedBy }) => (decidedBy ? [by, decidedBy] : [by]));
    const names = await readShownNames(mongo, dbSession, { people, machines: [] });
    return found.map((approval) => approvalView(approval, names));
  };
