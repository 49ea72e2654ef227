import type { Report, ReportState, ReportType } from "./report.schema.ts";
import { reportedLists } from "./reported-lists.ts";

/** A list of more rows is written by a worker; a browser saves a smaller one at once. */
export const mostRowsAtOnce = 5_000;
/** Reports of one operator that wait or are being made; they are made one after another. */
export const mostUnderWay = 5;
/** A report and its file are kept for this many days after it ended. */
export const reportDays = 7;
/** At most this many are shown, the newest first. */
export const mostReportsShown = 50;
/** A report whose worker died this often is given up. */
export const mostAttempts = 5;

export const listOfType = { Order: "orders", Transaction: "transactions" } as const satisfies Record<
  ReportType,
  string
>;

export const isUnderWay = (state: ReportState): boolean => state === "waiting" || state === "running";

/** How far a report is, in percent; only its file says 100. A list without rows stays at 0 until it is done. */
export const progressOf = (rows: number, total: number): number =>
  total === 0 ? 0 : Math.min(99, Math.floor((rows / total) * 100));

/** What it is called when it is downloaded on that day (specification: Names of files). */
export const fileNameOf = ({ reportType, list, filters, format }: Named, day: string): string => {
  const name = reportType
    ? `${reportType} ${filters.startDate} To ${filters.endDate} Downloaded On ${day}`
    : reportedLists[list].fileName(day);
  return `${name}.${format}`;
};
type Named = Pick<Report, "reportType" | "list" | "filters" | "format">;
