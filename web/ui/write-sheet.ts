import { type CellObject, utils, write } from "xlsx";
import type { Sheet, SheetValue } from "./sheet.ts";
import { onClock } from "./times.ts";

const momentFormat = "dd mmm yyyy hh:mm";
const dayMs = 86_400_000;
/** From 30 December 1899, a spreadsheet's day 0, to 1 January 1970. */
const daysBefore1970 = 25_569;
/** No reader takes longer texts, and the writer throws. */
const mostCharacters = 32_767;

/** What XML cannot hold is dropped, and what readers would take for an escaped letter stays as it was written. */
const textOf = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/_(?=x[\da-fA-F]{4}_)/g, "_x005F_")
    .slice(0, mostCharacters);

/** Moments go as numbers: the library's own dates are ten seconds late in Asia/Kolkata (decision 0019). */
const cellOf = (value: SheetValue, format = momentFormat): CellObject | null => {
  if (value === null) return null;
  if (value instanceof Date) return { t: "n", v: onClock(value).getTime() / dayMs + daysBefore1970, z: format };
  if (typeof value === "number") return { t: "n", v: value };
  return { t: "s", v: textOf(value) };
};

/** The bytes of an .xlsx. Takes seconds for a long report: it is for a worker. */
export const writeSheet = ({ name, columns, groups, rows, total }: Omit<Sheet, "file">): ArrayBuffer => {
  const groupRow = groups?.flatMap(([word, span]) => [word, ...Array.from({ length: span - 1 }, () => null)]);
  const heads = columns.map(({ head }) => head);
  const lines: (readonly SheetValue[])[] = [...(groupRow ? [groupRow] : []), heads, ...rows, ...(total ? [total] : [])];
  const sheet = utils.aoa_to_sheet(lines.map((line) => line.map((value, at) => cellOf(value, columns[at]?.format))));
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
