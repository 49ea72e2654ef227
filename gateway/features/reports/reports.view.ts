import type { Report } from "#shared/reports/report.schema.ts";
import type { ReportDocument } from "#shared/runtime/documents/reports.ts";

export const reportView = (report: ReportDocument): Report => ({
  _id: report._id.toHexString(),
  by: report.by.toHexString(),
  reportType: report.reportType,
  list: report.list,
  filters: report.filters,
  format: report.format,
  state: report.state,
  progress: report.progress,
  rows: report.rows,
  bytes: report.bytes,
  error: report.error,
  askedAt: report.askedAt.toISOString(),
  startedAt: report.startedAt?.toISOString() ?? null,
  endedAt: report.endedAt?.toISOString() ?? null,
});
