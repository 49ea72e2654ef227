import { DomainError } from "#shared/http/domain-error.ts";
import type { ReportDocument } from "#shared/reports/report.document.server.ts";
import { reportRecord } from "#shared/reports/report.record.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { SignedIn } from "../../http/login.ts";
import { requireRecord } from "../../records/change-record.ts";

export type Reader = Pick<SignedIn, "userId" | "operator">;

/** Throws `missing`, or `forbidden` for a report of somebody else; an admin may see each. */
export const requireReport = async (
  mongo: Pick<Mongo, "collections">,
  dbSession: DbSession,
  { userId, operator }: Reader,
  id: string,
): Promise<ReportDocument> => {
  const report = await requireRecord(mongo, dbSession, reportRecord, id);
  if (operator.role !== "admin" && !report.by.equals(userId))
    throw new DomainError("forbidden", "Only the operator who requested a report, and admins, may have it");
  return report;
};
