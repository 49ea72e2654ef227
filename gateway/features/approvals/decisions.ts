import { ObjectId } from "mongodb";
import type { ApprovalDocument } from "#shared/approvals/approval.document.server.ts";
import { decidedText } from "#shared/approvals/approval.rules.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { Deciding } from "./approved-calls.ts";

type Ended = Pick<ApprovalDocument, "state" | "decision">;

/** Without the requested change, which names a customer and is stored in the request itself. */
const auditedOf = ({ kind, record, user, state }: ApprovalDocument) => ({ kind, record, user, state });

/** How a request ends, each time with its row of the audit. */
export const createDecisions = ({ mongo, audit, clock }: Pick<FeatureParts, "mongo" | "audit" | "clock">) => {
  const { approvals, canTransactions, orders } = mongo.collections;

  const writeAudit = (
    dbSession: DbSession,
    { actor }: Deciding,
    how: { before: ApprovalDocument | null; after: ApprovalDocument; reason: string },
  ) => {
    const { before, after, reason } = how;
    const verb = `approval.${before === null ? "asked" : after.state}`;
    const record = { collection: "approvals", id: after._id.toHexString() };
    return audit.write(dbSession, actor, {
      verb,
      record,
      before: before && auditedOf(before),
      after: auditedOf(after),
      reason,
    });
  };

  const decide = async (
    dbSession: DbSession,
    by: Deciding,
    before: ApprovalDocument,
    { state, decision }: Ended,
  ): Promise<ApprovalDocument> => {
    const after = await approvals.findOneAndUpdate(
      { _id: before._id, state: "requested" },
      {
        $set: { state, decision, decidedBy: by.signedIn.userId, decidedAt: new Date(clock.now()) },
        $inc: { rev: 1 },
      },
      { session: dbSession, returnDocument: "after" },
    );
    if (!after) throw new DomainError("conflict", decidedText);
    await writeAudit(dbSession, by, { before, after, reason: decision || before.reason });
    return after;
  };

  /**
   * A request that can never be approved any more must not stay in the list. A refund whose door may still move stays,
   * and so does an operator's own order that failed or was canceled: somebody may set it back to processing.
   */
  const isOver = async ({ kind, record }: ApprovalDocument): Promise<boolean> => {
    if (kind === "refund") return (await canTransactions.findOne({ _id: record, status: "pending" })) === null;
    return kind !== "own-order" || (await orders.findOne({ _id: record, creditedAt: { $ne: null } })) !== null;
  };

  /** Ends the request if the change's own call refused it for good. */
  const endRefused = async (by: Deciding, id: string, error: DomainError): Promise<void> => {
    if (error.kind !== "conflict") return;
    const approval = await approvals.findOne({ _id: new ObjectId(id), state: "requested" });
    if (!approval || !(await isOver(approval))) return;
    await mongo.inTransaction((dbSession) =>
      decide(dbSession, by, approval, { state: "ended", decision: error.message }),
    );
  };

  return { writeAudit, decide, endRefused };
};
