import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallAnswer } from "#shared/http/endpoint.ts";
import { canceledAt } from "#shared/reports/cancel-reports.server.ts";
import type { readReportNews } from "#shared/reports/report.api.ts";
import { isUnderWay, mostReportsShown } from "#shared/reports/report.rules.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { type Reader, requireReport } from "./find-report.ts";
import { auditLine, type ReportReply } from "./report-requests.service.ts";
import { reportView } from "./reports.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock">;

/** Reports that were requested: listed, read, canceled. */
export const createReportsService = ({ mongo, audit, clock }: Parts) => {
  const { reports } = mongo.collections;

  return {
    mine: (by: ObjectId) =>
      mongo.answerAsOf(async (session) => {
        const newest = reports.find({ by }, { session }).sort({ askedAt: -1, _id: -1 }).limit(mostReportsShown);
        return { reports: (await newest.toArray()).map(reportView) };
      }),

    /**
     * Reports whose end they have seen are no longer marked as new; others' reports, and running ones, stay as they
     * are.
     */
    read: async (by: ObjectId, ids: string[]): Promise<CallAnswer<typeof readReportNews>> => {
      const named = { by, _id: { $in: ids.map((id) => new ObjectId(id)) } };
      await reports.updateMany(
        { ...named, readAt: null, state: { $in: ["done", "failed"] } },
        { $set: { readAt: new Date(clock.now()) } },
      );
      return { reports: (await reports.find(named).sort({ askedAt: -1, _id: -1 }).toArray()).map(reportView) };
    },

    /** A report that has ended meanwhile stays as it is and is returned. */
    cancel: async (actor: Actor, reader: Reader, id: string): Promise<ReportReply> =>
      mongo.inTransaction(async (dbSession) => {
        const found = await requireReport(mongo, dbSession, reader, id);
        if (!isUnderWay(found.state)) return { report: reportView(found) };
        const canceled = await reports.findOneAndUpdate(
          { _id: found._id, state: found.state },
          { $set: canceledAt(new Date(clock.now())) },
          { session: dbSession, returnDocument: "after" },
        );
        if (!canceled) throw new DomainError("conflict", "This report has just ended");
        await audit.write(dbSession, actor, auditLine("report.canceled", found, null, null));
        return { report: reportView(canceled) };
      }),
  };
};
