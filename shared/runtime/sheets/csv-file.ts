import { type SheetValue, withoutFormula } from "../../sheets/sheet-value.ts";
import type { SheetPlan, SheetRows } from "./sheet-xml.ts";

/** Spreadsheets take a file without it for one of an old code page, and show names as rubbish. */
const utf8Mark = "\ufeff";
const endOfRow = "\r\n";

/** Where a comma is in numbers, spreadsheets take a semicolon for the end of a cell. */
const quoted = (text: string): string => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const cellText = (value: SheetValue, offsetMinutes: SheetPlan["offsetMinutes"]): string => {
  if (value === null) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  if (typeof value === "string") return quoted(withoutFormula(value));
  if (Number.isNaN(value.getTime())) return "";
  const onClock = new Date(value.getTime() + offsetMinutes(value) * 60_000);
  return onClock.toISOString().slice(0, 19).replace("T", " ");
};

/**
 * The bytes of a .csv while its rows are read: UTF-8 with its mark, commas, CRLF (RFC 4180), moments as
 * 'yyyy-mm-dd hh:mm:ss' by the plan's clock. Texts are safe against formulas.
 */
export async function* csvFile(plan: SheetPlan, batches: AsyncIterable<SheetRows>): AsyncGenerator<Buffer> {
  const lineOf = (row: readonly SheetValue[]) =>
    `${row.map((value) => cellText(value, plan.offsetMinutes)).join(",")}${endOfRow}`;
  yield Buffer.from(`${utf8Mark}${lineOf(plan.columns.map(({ head }) => head))}`);
  for await (const rows of batches) yield Buffer.from(rows.map(lineOf).join(""));
}
