import { ObjectId } from "mongodb";
import type { ReportDocument } from "../documents/reports.ts";

/** A report of all orders of a year that waits for a worker, the oldest first, unless the test wishes otherwise. */
export const aReport = (wishes: Partial<ReportDocument> = {}): ReportDocument => ({
  _id: new ObjectId(),
  by: new ObjectId(),
  reportType: "Order",
  list: "orders",
  filters: { vendingMachine: "all", startDate: "2026-01-01", endDate: "2026-12-31", sort: "time" },
  format: "xlsx",
  state: "waiting",
  askedAt: new Date(),
  startedAt: null,
  endedAt: null,
  progress: 0,
  rows: 0,
  bytes: 0,
  error: "",
  holder: null,
  heardAt: null,
  attempts: 0,
  file: null,
  ...wishes,
});
