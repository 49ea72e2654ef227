import { ObjectId } from "mongodb";
import type { ReportDocument, ReportScheduleDocument } from "../../reports/report.document.server.ts";
import { type WantedReport, waitingReport } from "../../reports/waiting-report.server.ts";

const ordersOfTheYear: WantedReport = {
  reportType: "Order",
  list: "orders",
  filters: { vendingMachine: "all", startDate: "2026-01-01", endDate: "2026-12-31", sort: "time" },
  format: "xlsx",
};

/** A report of all orders of a year that waits for a worker, the oldest first, unless the test says otherwise. */
export const aReport = (options: Partial<ReportDocument> = {}): ReportDocument => ({
  ...waitingReport(new ObjectId(), ordersOfTheYear, new Date()),
  ...options,
});

/** All orders of the day before, each day, unless the test says otherwise. */
export const aSchedule = (options: Partial<ReportScheduleDocument> = {}): ReportScheduleDocument => ({
  _id: new ObjectId(),
  by: new ObjectId(),
  reportType: "Order",
  list: "orders",
  filters: { vendingMachine: "all", sort: "time" },
  format: "xlsx",
  byDays: true,
  repetition: { every: "day" },
  due: "2026-11-20",
  nextAt: new Date("2026-11-19T18:45:00.000Z"),
  lastAt: null,
  createdAt: new Date("2026-11-19T08:00:00.000Z"),
  ...options,
});
