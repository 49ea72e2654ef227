import { useState } from "react";
import { mostRowsAtOnce } from "#shared/reports/report.rules.ts";
import type { ReportedList } from "#shared/reports/report.schema.ts";
import { exportList } from "#shared/reports/report-work.api.ts";
import { reportedLists } from "#shared/reports/reported-lists.ts";
import { type ListColumn, sheetColumnsOf, sheetRowOf } from "#shared/sheets/list-column.ts";
import { callOnce } from "../http/call-once.ts";
import type { PagedSource, QueryText } from "../live/paged.ts";
import { serverDay } from "../ui/day/server-day.ts";
import { saveSheet } from "../ui/save-sheet.ts";
import type { Sheet } from "../ui/sheet.ts";

/** Rows as their table shows them: its heads, moments as moments, figures as figures. */
const sheetOf = <Row>(columns: readonly ListColumn<Row>[], rows: readonly Row[]): Pick<Sheet, "columns" | "rows"> => ({
  columns: sheetColumnsOf(columns),
  rows: rows.map((row) => sheetRowOf(columns, row)),
});

/** A try that got no answer and is repeated within a minute requests the same file. */
const keptMs = 60_000;

interface Shown<Row> {
  source: Pick<PagedSource<Row>, "all">;
  /** The query to the server, without the page. */
  query: QueryText;
  /** How many rows the filters find. */
  total: number;
}

const saveNow = async <Row>(name: ReportedList, { source, query }: Shown<Row>): Promise<void> => {
  const rows = await source.all(query);
  if (!rows) return;
  const { title, fileName, columns } = reportedLists[name];
  const sheet = sheetOf(columns as readonly ListColumn<Row>[], rows);
  await saveSheet({ file: `${fileName(serverDay())}.xlsx`, name: title, ...sheet });
};

const requestFromWorker = async (list: ReportedList, query: QueryText): Promise<void> => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const filters = Object.fromEntries(given.map(([key, value]) => [key, String(value)]));
  const notice = "The file is being made: find it in Downloads";
  await callOnce(exportList, { body: { list, filters, format: "xlsx" } }, { keptMs, notice });
};

/**
 * Every row that the filters of a list find, all pages, with the columns as they are shown: saved at once, or by a worker
 * where there are more than 5,000 of them.
 */
export function useExport<Row>(list: ReportedList | undefined, shown: Shown<Row>) {
  const [isExporting, setExporting] = useState(false);
  const download = async (): Promise<void> => {
    if (!list || isExporting) return;
    setExporting(true);
    try {
      await (shown.total > mostRowsAtOnce ? requestFromWorker(list, shown.query) : saveNow(list, shown));
    } finally {
      setExporting(false);
    }
  };
  return { canExport: list !== undefined, isExporting, download };
}
