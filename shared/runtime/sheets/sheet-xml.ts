import type { SheetColumn, SheetValue } from "../../sheets/sheet-value.ts";
import { cellXml, columnLetters, styleOf } from "./cell-xml.ts";
import { mainNamespace, xmlHead } from "./workbook-parts.ts";

/** What stands in every sheet of a file. */
export interface SheetPlan {
  /** The sheet's name; several are numbered. */
  name: string;
  columns: readonly SheetColumn[];
  /** How far the clock of the file's moments is ahead of UTC at that moment. */
  offsetMinutes: (at: Date) => number;
}
export type SheetRows = readonly (readonly SheetValue[])[];

const usualWidth = (head: string) => Math.max(10, head.length + 2);

/** The first row stays in sight while the others are scrolled. */
const frozenHead =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

const widthsOf = (columns: readonly SheetColumn[]): string =>
  columns
    .map(({ head, width = usualWidth(head) }, at) => {
      const place = at + 1;
      return `<col min="${place}" max="${place}" width="${width}" customWidth="1"/>`;
    })
    .join("");

/** The XML of one worksheet, a piece for each batch of rows. */
export async function* sheetXml(
  { columns, offsetMinutes }: SheetPlan,
  batches: AsyncIterable<SheetRows>,
): AsyncGenerator<string> {
  const letters = columns.map((_, at) => columnLetters(at));
  const heads = columns.map(({ head }, at) => cellXml(`${letters[at]}1`, head, offsetMinutes, styleOf.head)).join("");
  yield `${xmlHead}<worksheet ${mainNamespace}>${frozenHead}<cols>${widthsOf(columns)}</cols><sheetData><row r="1">${heads}</row>`;
  let place = 1;
  for await (const rows of batches) {
    let piece = "";
    for (const row of rows) {
      place++;
      piece += `<row r="${place}">`;
      for (let at = 0; at < letters.length; at++) piece += cellXml(`${letters[at]}${place}`, row[at], offsetMinutes);
      piece += "</row>";
    }
    yield piece;
  }
  yield "</sheetData></worksheet>";
}
