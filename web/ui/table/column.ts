import type { ReactNode } from "react";

export type CellValue = string | number | boolean | null;

/** A column of the one table. Only `id`, `head` and `value` must be given. */
export interface Column<Row> {
  /** In the URL and in the operator's choice of columns. */
  id: string;
  /** As the specification names it. */
  head: string;
  /** What it sorts and filters by, and whose change glows. Times as ISO text. */
  value: (row: Row) => CellValue;
  /** What is shown, where it is not the value's own text. */
  cell?: (row: Row) => ReactNode;
  /** Where the cell leads; the first column with a link is the one that names the record, and Enter goes there. */
  link?: (row: Row) => string | null;
  /** Numbers stand right. A choice is filtered by its values, a text by typing. */
  kind?: "text" | "choice" | "number" | "time";
  /** In pixels; what is left over is shared out in proportion. */
  width?: number;
  sortable?: boolean;
  filterable?: boolean;
  /** How its text is compared; a list of the server says which. */
  filteredBy?: "contains" | "begins" | "equals";
  /** A changed value glows, unless its change is nothing new, as with a clock. */
  glows?: boolean;
  /**
   * On a phone a row is a card of three, of which `title` is the headline; or, where its values say little by
   * themselves, of fields with their heads above them.
   */
  onPhone?: "title" | "line" | "side" | "field";
  /** Not shown until it is chosen. */
  hidden?: boolean;
}

const widths = { text: 176, choice: 128, number: 104, time: 124 };

export const kindOf = <Row>({ kind = "text" }: Column<Row>) => kind;
export const widthOf = <Row>(column: Column<Row>): number => column.width ?? widths[kindOf(column)];
export const isSortable = <Row>({ sortable = true }: Column<Row>): boolean => sortable;
export const isFilterable = <Row>(column: Column<Row>): boolean =>
  column.filterable ?? (kindOf(column) === "text" || kindOf(column) === "choice");
export const glows = <Row>(column: Column<Row>): boolean => column.glows ?? kindOf(column) !== "time";

/** A value as a reader would say it. */
export const valueText = (value: CellValue): string => {
  if (value === null) return "–";
  return typeof value === "boolean" ? (value ? "Yes" : "No") : String(value);
};

/** The page of a row's record, or null where the table leads nowhere. */
export const linkOf = <Row>(columns: readonly Column<Row>[], row: Row): string | null =>
  columns.find((column) => column.link)?.link?.(row) ?? null;
