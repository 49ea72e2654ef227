import type { Sheet, SheetValue } from "./sheet.ts";

const dateFormat = "dd mmm yyyy hh:mm";

/** A spreadsheet has no time zones: it shows the time that the operator's own clock shows. */
export const onClock = (at: Date): Date => new Date(at.getTime() - at.getTimezoneOffset() * 60_000);

const cell = (value: SheetValue, format = dateFormat, fontWeight?: "bold") => {
  if (value === null) return null;
  const look = fontWeight ? { fontWeight } : {};
  if (value instanceof Date) return { ...look, value: onClock(value), type: Date, format };
  if (typeof value === "number") return { ...look, value, type: Number };
  return { ...look, value, type: String };
};

/** The bytes of an .xlsx with bold heads that stay in sight. The writer is loaded when it is first needed. */
export const writeSheet = async ({ name, columns, groups, rows, total }: Omit<Sheet, "file">): Promise<Blob> => {
  // The other entrances pack in a worker made from a blob, which the content security policy forbids.
  const { default: write } = await import("write-excel-file/universal");
  const groupRow = groups?.flatMap(([word, span]) => [
    { value: word, type: String, fontWeight: "bold" as const, columnSpan: span },
    ...Array.from({ length: span - 1 }, () => null),
  ]);
  const data = [
    ...(groupRow ? [groupRow] : []),
    columns.map(({ head }) => cell(head, undefined, "bold")),
    ...rows.map((row) => row.map((value, at) => cell(value, columns[at]?.format))),
    ...(total ? [total.map((value, at) => cell(value, columns[at]?.format, "bold"))] : []),
  ];
  const written = write(data, {
    sheet: name,
    columns: columns.map(({ head, width }) => ({ width: width ?? Math.max(10, head.length + 2) })),
    stickyRowsCount: groups ? 2 : 1,
  });
  return written.toBlob();
};
