import { ObjectId } from "mongodb";
import type { ReportDocument } from "./report.document.server.ts";

export type WantedReport = Pick<ReportDocument, "reportType" | "list" | "filters" | "format" | "schedule">;

/** A report that waits for a worker. */
export const waitingReport = (by: ObjectId, wanted: WantedReport, askedAt: Date): ReportDocument => ({
  _id: new ObjectId(),
  by,
  ...wanted,
  state: "waiting",
  askedAt,
  startedAt: null,
  endedAt: null,
  progress: 0,
  rows: 0,
  bytes: 0,
  error: "",
  holder: null,
  heldUntil: null,
  attempts: 0,
  file: null,
  readAt: null,
});
