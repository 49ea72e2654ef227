import type { Sheet, SheetColumn, SheetValue } from "../sheet.ts";
import { type Column, kindOf, valueText, widthOf } from "./column.ts";

/** A character of a sheet is about so wide in a table. */
const pixelsPerCharacter = 7.5;

function sheetValue<Row>(column: Column<Row>, row: Row): SheetValue {
  const value = column.value(row);
  if (value === null || typeof value === "number") return value;
  return kindOf(column) === "time" ? new Date(String(value)) : valueText(value);
}

/** Rows as their table shows them: its heads, moments as moments, figures as figures. */
export const sheetOf = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Pick<Sheet, "columns" | "rows"> => ({
  columns: columns.map(
    (column): SheetColumn => ({ head: column.head, width: Math.round(widthOf(column) / pixelsPerCharacter) }),
  ),
  rows: rows.map((row) => columns.map((column) => sheetValue(column, row))),
});
