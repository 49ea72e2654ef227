import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { Report } from "./report.schema.ts";

/* What every page loads, for the bell; the other calls stand in `report-work.api.ts`. */
const { get, post } = callsOf("reports");

export const listReports = get("/reports", {
  operationId: "listReports",
  summary: "Your reports of the last days, newest first",
  reply: z.object({ reports: z.array(Report), asOf: ClusterTime }),
  failure: "Failed to feth Orders",
});

/** Marks reports that the bell has shown as read. */
export const readReportNews = post("/reports/read", {
  operationId: "readReportNews",
  summary: "Mark the news of your reports as seen",
  body: z.strictObject({ reports: z.array(Id).min(1).max(100) }),
  reply: z.object({ reports: z.array(Report) }),
  failure: "Failed to note that the news was read",
});
