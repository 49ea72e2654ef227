import { type CellObject, utils, write } from "xlsx";
import {
  cutText,
  dayMs,
  daysBefore1970,
  momentFormat,
  type SheetValue,
  withEscapesKept,
  withoutIllegal,
} from "#shared/sheets/sheet-value.ts";
import { zoneOffset } from "#shared/sheets/zone-offset.ts";
import type { SheetToPack } from "./sheet.ts";

/** The writer throws where an escaped text is longer than any may be. */
const textOf = (text: string): string => cutText(withEscapesKept(withoutIllegal(text)));

/** Moments go as numbers: the library's own dates are ten seconds late in Asia/Kolkata (decision 0019). */
const cellOf = (
  value: SheetValue,
  offsetMinutes: ReturnType<typeof zoneOffset>,
  format = momentFormat,
): CellObject | null => {
  if (value === null) return null;
  if (value instanceof Date) {
    const days = (value.getTime() + offsetMinutes(value) * 60_000) / dayMs + daysBefore1970;
    return { t: "n", v: days, z: format };
  }
  if (typeof value === "number") return { t: "n", v: value };
  return { t: "s", v: textOf(value) };
};

/** The bytes of an .xlsx. Takes seconds for a long report: it is for a worker. */
export const writeSheet = ({ name, columns, groups, rows, total, timeZone }: SheetToPack): ArrayBuffer => {
  const groupRow = groups?.flatMap(([word, span]) => [word, ...Array.from({ length: span - 1 }, () => null)]);
  const heads = columns.map(({ head }) => head);
  const lines: (readonly SheetValue[])[] = [...(groupRow ? [groupRow] : []), heads, ...rows, ...(total ? [total] : [])];
  const offsetMinutes = zoneOffset(timeZone);
  const sheet = utils.aoa_to_sheet(
    lines.map((line) => line.map((value, at) => cellOf(value, offsetMinutes, columns[at]?.format))),
  );
  sheet["!cols"] = columns.map(({ head, width }) => ({ wch: width ?? Math.max(10, head.length + 2) }));
  let next = 0;
  sheet["!merges"] = (groups ?? []).flatMap(([, span]) => {
    const first = next;
    next += span;
    return span > 1 ? [{ s: { r: 0, c: first }, e: { r: 0, c: next - 1 } }] : [];
  });
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, name);
  return write(book, { type: "array", bookType: "xlsx", bookSST: true, compression: true }) as ArrayBuffer;
};
