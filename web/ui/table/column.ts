import type { ReactNode } from "react";
import { kindOf, type ListColumn, widthOf } from "#shared/sheets/list-column.ts";

/** How a whole row is tinted: the light danger, or the one of every second row. */
export type RowTint = "danger" | "stripe" | undefined;

/**
 * Rupees; a day with its time; a reference in the face of ids; one whose end is read where it has no room; digits of one
 * width; a state's chip; a count in Indian grouping.
 */
export type ValueLook = "money" | "moment" | "mono" | "id" | "figures" | "state" | "grouped";

/** A column of the one table. Only `id`, `head` and `value` must be given. */
export interface Column<Row> extends ListColumn<Row> {
  /** How its value is shown, where that is not its own text. */
  as?: ValueLook;
  /** What is shown, where it is not the value alone. */
  cell?: (row: Row) => ReactNode;
  /** Where the cell leads; the first column with a link is the one that names the record, and Enter goes there. */
  link?: (row: Row) => string | null;
  sortable?: boolean;
  filterable?: boolean;
  /** How its text is compared; a list of the server says which. */
  filteredBy?: "contains" | "begins" | "equals";
  /** A changed value glows, unless its change is nothing new, as with a clock. */
  glows?: boolean;
  /**
   * On a phone a row is a card of three, of which `title` is the headline; or, where its values need their heads, of
   * fields with their heads above them, of which a sentence takes the `whole` line.
   */
  onPhone?: "title" | "line" | "side" | "field" | "whole";
  /** What a card shows in place of the cell. With it a card is two lines that say the whole record, and lower. */
  phone?: (row: Row) => ReactNode;
  /** Its cells say what its head says, as a button does: on a phone's card the head is left to readers. */
  saysItself?: boolean;
  /** Not shown until it is chosen. */
  hidden?: boolean;
  /** The same in a window below 1200 px, where what matters more would be cut. */
  wide?: boolean;
  /** Its width there, in pixels; without it a text gives up a quarter of its own. */
  narrow?: number;
}

/** A window in which what is `wide` is not shown. */
export const narrowWindow = "(max-width: 1199.98px)";

export const isSortable = <Row>({ sortable = true }: Column<Row>): boolean => sortable;
export const isFilterable = <Row>(column: Column<Row>): boolean =>
  column.filterable ?? (kindOf(column) === "text" || kindOf(column) === "choice");
export const glows = <Row>(column: Column<Row>): boolean => column.glows ?? kindOf(column) !== "time";

/** In a narrow window texts are cut where they must be; figures keep more, buttons all of their width. */
export const narrowWidth = <Row>(column: Column<Row>): number => {
  const width = column.narrow ?? widthOf(column);
  if (column.narrow !== undefined) return width;
  const isText = kindOf(column) === "text" || kindOf(column) === "choice";
  return Math.min(width, Math.max(leastText, Math.round(width * (isText ? 0.68 : 0.85))));
};
/** A phone number fits. */
const leastText = 104;

/** What a row is known by, where it is a record. */
export const idOf = ({ _id }: { _id: string }): string => _id;

/** A column of buttons: there is nothing in it to order, to find or to light up. */
export const actionColumn = <Row>(
  column: Pick<Column<Row>, "id" | "head" | "width" | "onPhone" | "saysItself" | "cell">,
): Column<Row> => ({
  ...column,
  ...(column.width !== undefined && { narrow: column.width }),
  sortable: false,
  filterable: false,
  glows: false,
  value: () => null,
});

/** The page of a row's record, or null where the table leads nowhere. */
export const linkOf = <Row>(columns: readonly Column<Row>[], row: Row): string | null =>
  columns.find((column) => column.link)?.link?.(row) ?? null;

/** What only a screen knows of a column that is described in shared. */
type OnScreen<Row> = Omit<Column<Row>, "id" | "head" | "value" | "kind" | "width">;

/** The columns of a list that is described in shared, as a screen shows them. */
export const shownColumns = <Row, Id extends string>(
  columns: readonly ListColumn<Row, Id>[],
  onScreen: { [Key in NoInfer<Id>]?: OnScreen<Row> },
): Column<Row>[] => columns.map((column) => ({ ...column, ...onScreen[column.id] }));
