import { saveFile } from "./save-file.ts";

/** What a cell holds. A text stays a text: what looks like a formula is never one. */
export type SheetValue = string | number | Date | null;

export interface SheetColumn {
  head: string;
  /** In characters. */
  width?: number;
}

export interface Sheet {
  /** With its ending: "cans_in_stock.xlsx". */
  file: string;
  /** The sheet's name inside the file. */
  name: string;
  columns: readonly SheetColumn[];
  /** A row above the heads that names groups of columns, each with how many columns it spans. */
  groups?: readonly (readonly [name: string, columns: number])[];
  rows: readonly (readonly SheetValue[])[];
  /** A last row in bold. */
  total?: readonly SheetValue[];
}

const dateFormat = "dd mmm yyyy hh:mm";

/** A spreadsheet has no time zones: it shows the time that the operator's own clock shows. */
const onClock = (at: Date): Date => new Date(at.getTime() - at.getTimezoneOffset() * 60_000);

const cell = (value: SheetValue, fontWeight?: "bold") => {
  if (value === null) return null;
  const look = fontWeight ? { fontWeight } : {};
  if (value instanceof Date) return { ...look, value: onClock(value), type: Date, format: dateFormat };
  if (typeof value === "number") return { ...look, value, type: Number };
  return { ...look, value, type: String };
};

/** Makes an .xlsx with bold heads that stay in sight, and saves it. The writer is loaded when it is first needed. */
export async function saveSheet({ file, name, columns, groups, rows, total }: Sheet): Promise<void> {
  // The other entrances pack in a worker made from a blob, which the content security policy forbids.
  const { default: writeSheet } = await import("write-excel-file/universal");
  const groupRow = groups?.flatMap(([word, span]) => [
    { value: word, type: String, fontWeight: "bold" as const, columnSpan: span },
    ...Array.from({ length: span - 1 }, () => null),
  ]);
  const data = [
    ...(groupRow ? [groupRow] : []),
    columns.map(({ head }) => cell(head, "bold")),
    ...rows.map((row) => row.map((value) => cell(value))),
    ...(total ? [total.map((value) => cell(value, "bold"))] : []),
  ];
  const written = writeSheet(data, {
    sheet: name,
    columns: columns.map(({ head, width }) => ({ width: width ?? Math.max(10, head.length + 2) })),
    stickyRowsCount: groups ? 2 : 1,
  });
  saveFile(file, await written.toBlob());
}

/** A day in a file's name, as the operator's calendar has it: yyyy-mm-dd. */
export const dayInName = (at = new Date()): string => onClock(at).toISOString().slice(0, 10);
