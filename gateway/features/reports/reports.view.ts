import type { ReportDocument, ReportScheduleDocument } from "#shared/reports/report.document.server.ts";
import type { Report } from "#shared/reports/report.schema.ts";
import type { ReportSchedule } from "#shared/reports/schedule.schema.ts";

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
  readAt: (report.readAt === undefined ? report.endedAt : report.readAt)?.toISOString() ?? null,
  schedule: report.schedule?.toHexString() ?? null,
});

export const scheduleView = (schedule: ReportScheduleDocument): ReportSchedule => ({
  _id: schedule._id.toHexString(),
  by: schedule.by.toHexString(),
  reportType: schedule.reportType,
  list: schedule.list,
  filters: schedule.filters,
  format: schedule.format,
  byDays: schedule.byDays,
  repetition: schedule.repetition,
  nextAt: schedule.nextAt.toISOString(),
  lastAt: schedule.lastAt?.toISOString() ?? null,
  createdAt: schedule.createdAt.toISOString(),
});
