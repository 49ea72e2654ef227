import type { Column } from "./column.ts";
import type { TableList } from "./table-list.ts";
import type { ColumnState } from "./use-rows.ts";

export interface HeadCellProps<Row> {
  column: Column<Row>;
  state: ColumnState | undefined;
  list: TableList;
  /** All rows, for the values to choose from. */
  all: readonly Row[];
  shownCount: number;
  fromServer: boolean;
  /** It has the small button. */
  isFiltered: boolean;
}
