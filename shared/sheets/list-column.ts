import type { SheetColumn, SheetValue } from "./sheet-value.ts";

export type CellValue = string | number | boolean | null;

/**
 * A column of a list, for a table and a sheet: one description for the screen, for what a browser saves and for what
 * the server writes.
 */
export interface ListColumn<Row, Id extends string = string> {
  /** In the URL and in the operator's choice of columns. */
  id: Id;
  /** As the list's screen names it (specification: Screens). */
  head: string;
  /** What it sorts and filters by, and whose change glows. Times as ISO text. */
  value: (row: Row) => CellValue;
  /** Numbers stand right. A choice is filtered by its values, a text by typing. */
  kind?: "text" | "choice" | "number" | "time";
  /** In pixels; what is left over is shared out in proportion. */
  width?: number;
}

const widths = { text: 176, choice: 128, number: 104, time: 124 };
/** A character of a sheet is about so wide in a table. */
const pixelsPerCharacter = 7.5;

export const kindOf = <Row>({ kind = "text" }: ListColumn<Row>) => kind;
export const widthOf = <Row>(column: ListColumn<Row>): number => column.width ?? widths[kindOf(column)];

/** A value as a reader would say it. */
export const valueText = (value: CellValue): string => {
  if (value === null) return "–";
  return typeof value === "boolean" ? (value ? "Yes" : "No") : String(value);
};

const cellOf = <Row>(column: ListColumn<Row>, row: Row): SheetValue => {
  const value = column.value(row);
  if (value === null || typeof value === "number") return value;
  return kindOf(column) === "time" && value !== "" ? new Date(String(value)) : valueText(value);
};

/** The heads of a list's sheet. */
export const sheetColumnsOf = <Row>(columns: readonly ListColumn<Row>[]): SheetColumn[] =>
  columns.map((column) => ({ head: column.head, width: Math.round(widthOf(column) / pixelsPerCharacter) }));

/** A row of a list's sheet: moments as moments, figures as figures. */
export const sheetRowOf = <Row>(columns: readonly ListColumn<Row>[], row: Row): SheetValue[] =>
  columns.map((column) => cellOf(column, row));
