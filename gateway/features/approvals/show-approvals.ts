import type { ApprovalDocument } from "#shared/approvals/approval.document.server.ts";
import type { Approval } from "#shared/approvals/approval.schema.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { readShownNames } from "../../records/shown-names.ts";
import { approvalView } from "./approvals.view.ts";

/** Requests with the names that their operators have now. */
export const showApprovals =
  (mongo: Pick<Mongo, "collections">) =>
  async (found: ApprovalDocument[], dbSession: DbSession): Promise<Approval[]> => {
    const people = found.flatMap(({ by, decidedBy }) => (decidedBy ? [by, decidedBy] : [by]));
    const names = await readShownNames(mongo, dbSession, { people, machines: [] });
    return found.map((approval) => approvalView(approval, names));
  };
