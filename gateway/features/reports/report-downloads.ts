import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { dayOf } from "#shared/http/zone-days.ts";
import type { ReportDocument } from "#shared/reports/report.document.server.ts";
import { fileNameOf } from "#shared/reports/report.rules.ts";
import type { ReportFormat } from "#shared/reports/report.schema.ts";
import type { ReportFiles } from "#shared/reports/report-files.server.ts";
import { type FileAnswer, fileAnswer } from "../../http/file-answer.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { type Reader, requireReport } from "./find-report.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "config"> & { files: ReportFiles };

const kinds: Record<ReportFormat, string> = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
};

/**
 * The present role counts: a former admin must request again what was made for an admin. Older files do not record the
 * role; only the audit shows an admin more.
 */
const refuseBeyondRole = ({ madeAs, list }: ReportDocument, { operator }: Reader): void => {
  const shownTo = madeAs ?? (list === "audit" ? "admin" : "staff");
  if (shownTo === "admin" && operator.role !== "admin")
    throw new DomainError(
      "forbidden",
      "This report was made for an admin: request it again to get what you may see now",
    );
};

/** The files of reports, for those who may read them; the audit says who took which. */
export const createReportDownloads = ({ mongo, audit, clock, config, files }: Parts) => ({
  /** Throws `missing` where its file is gone, `conflict` before it is there. */
  read: async (actor: Actor, reader: Reader, id: string): Promise<FileAnswer> => {
    const day = dayOf(clock.now(), config.TIME_ZONE);
    const report = await mongo.inTransaction(async (dbSession) => {
      const found = await requireReport(mongo, dbSession, reader, id);
      if (found.state !== "done" || !found.file) throw new DomainError("conflict", "This report has no file");
      refuseBeyondRole(found, reader);
      if (found.by.equals(reader.userId) && found.readAt === null)
        await mongo.collections.reports.updateOne(
          { _id: found._id, readAt: null },
          { $set: { readAt: new Date(clock.now()) } },
          { session: dbSession },
        );
      await audit.write(dbSession, actor, {
        verb: "report.downloaded",
        record: { collection: "reports", id },
        before: null,
        after: null,
      });
      return { ...found, file: found.file };
    });
    const content = await files.open(report.file);
    if (!content) throw new DomainError("missing", "The file of this report is gone: request it again");
    return fileAnswer({ name: fileNameOf(report, day), kind: kinds[report.format], bytes: report.bytes, content });
  },
});
