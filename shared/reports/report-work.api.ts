import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { NewExport, NewReport, Report } from "./report.schema.ts";
import { Repetition, ReportSchedule } from "./schedule.schema.ts";

const { get, post, del } = callsOf("reports");

/** One text stands for several failures (specification: Failures). */
const failure = "Failed to feth Orders";
const byId = { params: z.object({ id: Id }) };

/** Ours, as all of these: the reports of the Downloads screen. */
export const requestReport = post("/reports", {
  operationId: "requestReport",
  summary: "Request a report of orders or transactions of one machine or all, between two days",
  idempotent: true,
  body: NewReport,
  reply: z.object({ report: Report }),
  failure,
});

export const exportList = post("/reports/lists", {
  operationId: "exportList",
  summary: "Request a report of every row that a list's filters find",
  idempotent: true,
  body: NewExport,
  reply: z.object({ report: Report }),
  failure,
});

/** By the requester, or an admin. */
export const cancelReport = post("/reports/:id/cancel", {
  operationId: "cancelReport",
  summary: "Cancel a report that waits or is being made",
  ...byId,
  reply: z.object({ report: Report }),
  failure: "Error: Failed to cancel the report",
});

export const repeatReport = post("/reports/:id/again", {
  operationId: "repeatReport",
  summary: "Request the same report again",
  idempotent: true,
  ...byId,
  reply: z.object({ report: Report }),
  failure,
});

/** By the requester, or an admin. */
export const readReportFile = get("/reports/:id/file", {
  operationId: "readReportFile",
  summary: "The file of a report that is done",
  file: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/csv"],
  ...byId,
  reply: z.object({}),
  failure: "Failed to download the report",
});

/** By the requester, or an admin, for themselves. */
export const scheduleReport = post("/reports/:id/schedule", {
  operationId: "scheduleReport",
  summary: "Repeat a report each day, week or month, for the days since the previous one",
  idempotent: true,
  ...byId,
  body: z.strictObject({ repetition: Repetition }),
  reply: z.object({ schedule: ReportSchedule }),
  notice: "The report will be repeated",
  failure: "Error: Failed to repeat the report",
});

export const listReportSchedules = get("/reports/schedules", {
  operationId: "listReportSchedules",
  summary: "Your repeated reports, and when each is made next",
  reply: z.object({ schedules: z.array(ReportSchedule), asOf: ClusterTime }),
  failure,
});

/** By its operator, or an admin. */
export const endReportSchedule = del("/reports/schedules/:id", {
  operationId: "endReportSchedule",
  summary: "End a repetition; reports already made stay",
  ...byId,
  reply: z.object({ schedule: ReportSchedule }),
  notice: "The report is no longer repeated",
  failure: "Error: Failed to end the repetition",
});
