import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { NewExport, NewReport, Report } from "./report.schema.ts";
import { Repetition, ReportSchedule } from "./schedule.schema.ts";

/** Specification section 8 has one text for several failures. */
const failure = "Failed to feth Orders";
const byId = { params: z.object({ id: Id }) };

/** Ours, as all of these: what the Downloads screen asks for. */
export const askReport = endpoint({
  method: "POST",
  path: "/reports",
  tag: "reports",
  summary: "Have a worker write the orders or transactions of a machine, or of all, between two days",
  access: "operator",
  idempotent: true,
  body: NewReport,
  reply: z.object({ report: Report }),
  failure,
});

export const exportList = endpoint({
  method: "POST",
  path: "/reports/lists",
  tag: "reports",
  summary: "Have a worker write every row that the filters of a list find",
  access: "operator",
  idempotent: true,
  body: NewExport,
  reply: z.object({ report: Report }),
  failure,
});

export const listReports = endpoint({
  method: "GET",
  path: "/reports",
  tag: "reports",
  summary: "The reports that one asked for oneself in the last days, the newest first",
  access: "operator",
  reply: z.object({ reports: z.array(Report), asOf: ClusterTime }),
  failure,
});

/** By who asked for it, or an admin. */
export const cancelReport = endpoint({
  method: "POST",
  path: "/reports/:id/cancel",
  tag: "reports",
  summary: "Stop a report that waits or is being made",
  access: "operator",
  ...byId,
  reply: z.object({ report: Report }),
  failure: "Error: Failed to cancel the report",
});

export const repeatReport = endpoint({
  method: "POST",
  path: "/reports/:id/again",
  tag: "reports",
  summary: "Ask for the same report anew",
  access: "operator",
  idempotent: true,
  ...byId,
  reply: z.object({ report: Report }),
  failure,
});

/** By who asked for it, or an admin. */
export const readReportFile = endpoint({
  method: "GET",
  path: "/reports/:id/file",
  tag: "reports",
  summary: "The file of a report that is done",
  access: "operator",
  file: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/csv"],
  ...byId,
  reply: z.object({}),
  failure: "Failed to download the report",
});

/** What the bell has shown is news no more. */
export const readReportNews = endpoint({
  method: "POST",
  path: "/reports/read",
  tag: "reports",
  summary: "Note that one has seen how reports of one's own ended",
  access: "operator",
  body: z.object({ reports: z.array(Id).min(1).max(100) }),
  reply: z.object({ reports: z.array(Report) }),
  failure: "Failed to note that the news was read",
});

/** By who asked for it, or an admin, and for himself. */
export const scheduleReport = endpoint({
  method: "POST",
  path: "/reports/:id/schedule",
  tag: "reports",
  summary: "Have the same report made each day, week or month, of the days since the one before",
  access: "operator",
  idempotent: true,
  ...byId,
  body: z.object({ repetition: Repetition }),
  reply: z.object({ schedule: ReportSchedule }),
  notice: "The report will be repeated",
  failure: "Error: Failed to repeat the report",
});

export const listReportSchedules = endpoint({
  method: "GET",
  path: "/reports/schedules",
  tag: "reports",
  summary: "One's own reports that are repeated, and when each is made next",
  access: "operator",
  reply: z.object({ schedules: z.array(ReportSchedule), asOf: ClusterTime }),
  failure,
});

/** By its operator, or an admin. */
export const endReportSchedule = endpoint({
  method: "DELETE",
  path: "/reports/schedules/:id",
  tag: "reports",
  summary: "Repeat a report no more; what was made stays",
  access: "operator",
  ...byId,
  reply: z.object({ schedule: ReportSchedule }),
  notice: "The report is repeated no more",
  failure: "Error: Failed to end the repetition",
});
