import {
  type ColumnDef,
  columnFilteringFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createSortedRowModel,
  functionalUpdate,
  type Column as LibraryColumn,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import { kindOf, valueText } from "#shared/sheets/list-column.ts";
import { type Column, isFilterable, isSortable } from "./column.ts";
import type { TableList } from "./table-list.ts";

const features = tableFeatures({
  columnFilteringFeature,
  rowSortingFeature,
  columnVisibilityFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});
type Features = typeof features;
/** The library wants objects; ours are records of any type. */
interface Item<Row> {
  row: Row;
}

/** The library's own column: it knows whether it is sorted, filtered and shown. */
export type ColumnState = Pick<
  LibraryColumn<Features, Item<unknown>>,
  "getCanSort" | "getIsSorted" | "toggleSorting" | "getIsFiltered" | "getCanHide" | "getIsVisible" | "toggleVisibility"
>;

const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function compare(a: unknown, b: unknown): number {
  if (typeof a === "string" && typeof b === "string") return words.compare(a, b);
  return Number(a) - Number(b);
}

function toDefinition<Row>(column: Column<Row>, at: number): ColumnDef<Features, Item<Row>> {
  const isChoice = kindOf(column) === "choice";
  return {
    id: column.id,
    // Nothing stands last in both directions; the library knows it as undefined.
    accessorFn: ({ row }) => column.value(row) ?? undefined,
    sortUndefined: "last",
    sortFn: (a, b, id) => compare(a.getValue(id), b.getValue(id)),
    enableSorting: isSortable(column),
    // The library would look at the rows: figures would begin with the largest.
    sortDescFirst: false,
    // The first one names the record and stays.
    enableHiding: at > 0,
    enableColumnFilter: isFilterable(column),
    filterFn: ({ original }, _id, wanted: string[]) => {
      const text = valueText(column.value(original.row));
      return isChoice
        ? wanted.includes(text)
        : wanted.every((part) => text.toLowerCase().includes(part.trim().toLowerCase()));
    },
  };
}

interface RowsOptions<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  list: TableList;
  hidden: readonly string[];
  setHidden: (ids: readonly string[]) => void;
  /** The server sorts and filters; the rows are shown as they come. */
  fromServer: boolean;
}

/** The rows in the order and selection that the list asks for, and the columns that are shown. */
export function useRows<Row>({ columns, rows, rowId, list, hidden, setHidden, fromServer }: RowsOptions<Row>) {
  const definitions = useMemo(() => columns.map(toDefinition), [columns]);
  const data = useMemo(() => rows.map((row): Item<Row> => ({ row })), [rows]);
  const known = useMemo(() => new Set(columns.map((column) => column.id)), [columns]);
  // A pasted link may name columns that do not exist; the library would throw.
  const sorting = useMemo(() => (list.sort && known.has(list.sort.id) ? [list.sort] : []), [list.sort, known]);
  const columnFilters = useMemo(
    () =>
      Object.entries(list.columns)
        .filter(([id]) => known.has(id))
        .map(([id, value]) => ({ id, value })),
    [list.columns, known],
  );
  const columnVisibility = useMemo(() => Object.fromEntries(hidden.map((id) => [id, false])), [hidden]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: ({ row }) => rowId(row),
    manualSorting: fromServer,
    manualFiltering: fromServer,
    enableMultiSort: false,
    // A list of the server always has an order.
    enableSortingRemoval: !fromServer,
    state: { sorting, columnFilters, columnVisibility },
    onSortingChange: (next) => list.setSort(functionalUpdate(next, sorting)[0] ?? null),
    onColumnVisibilityChange: (next) => {
      const visibility = functionalUpdate(next, columnVisibility);
      setHidden(columns.filter(({ id }) => visibility[id] === false).map(({ id }) => id));
    },
  });
  const visible = new Set(table.getVisibleLeafColumns().map((column) => column.id));
  const states = new Map<string, ColumnState>(table.getAllLeafColumns().map((state) => [state.id, state]));
  return {
    stateOf: (id: string): ColumnState | undefined => states.get(id),
    shown: table.getRowModel().rows.map(({ original }) => original.row),
    visible: columns.filter((column) => visible.has(column.id)),
  };
}
