import { ObjectId } from "mongodb";
import type { ReportDocument } from "#shared/reports/report.document.server.ts";
import { aReport } from "#shared/runtime/testing/stored-reports.ts";

const minuteMs = 60_000;

/** One report in each state, as an operator finds them at the end of a morning. */
export const demoReports = (by: ObjectId): ReportDocument[] => {
  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * minuteMs);
  const done = { state: "done", progress: 100, file: new ObjectId() } as const;
  return [
    aReport({ by, state: "waiting", reportType: "Transaction", list: "transactions", askedAt: at(1) }),
    aReport({
      by,
      state: "running",
      progress: 42,
      rows: 84_000,
      askedAt: at(2),
      startedAt: at(1),
      attempts: 1,
      holder: new ObjectId(),
      heldUntil: at(-1),
    }),
    aReport({
      by,
      ...done,
      rows: 5_412,
      bytes: 402_117,
      reportType: null,
      filters: { status: "payment failed" },
      askedAt: at(40),
      startedAt: at(39.9),
      endedAt: at(39.7),
    }),
    aReport({
      by,
      state: "failed",
      askedAt: at(55),
      startedAt: at(54),
      endedAt: at(54),
      error: "The report could not be made: try again, or narrow its filters",
    }),
    aReport({ by, state: "canceled", askedAt: at(70), endedAt: at(69), format: "csv" }),
  ];
};
