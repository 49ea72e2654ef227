import { type ListColumn, sheetColumnsOf, sheetRowOf } from "#shared/sheets/list-column.ts";
import type { Sheet } from "../sheet.ts";

/** Rows as their table shows them: its heads, moments as moments, figures as figures. */
export const sheetOf = <Row>(
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
): Pick<Sheet, "columns" | "rows"> => ({
  columns: sheetColumnsOf(columns),
  rows: rows.map((row) => sheetRowOf(columns, row)),
});
