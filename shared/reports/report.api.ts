import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { NewExport, NewReport, Report } from "./report.schema.ts";

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
