import {
  type ColumnDef,
  columnFilteringFeature,
  columnVisibilityFeature,
  functionalUpdate,
  type Column as LibraryColumn,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { kindOf, valueText } from "#shared/sheets/list-column.ts";
import { type Column, isFilterable, isSortable } from "./column.ts";
import { createKeptOrder } from "./kept-order.ts";
import type { TableList } from "./table-list.ts";

const features = tableFeatures({ columnFilteringFeature, rowSortingFeature, columnVisibilityFeature });
type Features = typeof features;
/**
 * The library keeps what is sorted, filtered and hidden. Rows are not handed to it: for each change of ten thousand it
 * would make as many objects of its own.
 */
const noRows: Record<string, never>[] = [];
type NoRow = (typeof noRows)[number];

/** The library's own column: it knows whether it is sorted, filtered and shown. */
export type ColumnState = Pick<
  LibraryColumn<Features, NoRow>,
  "getCanSort" | "getIsSorted" | "toggleSorting" | "getIsFiltered" | "getCanHide" | "getIsVisible" | "toggleVisibility"
>;

const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

type Value = string | number | boolean | undefined;

/** Nothing stands last in both directions. */
const comparing = <Row>(column: Column<Row>, desc: boolean) => {
  const sign = desc ? -1 : 1;
  // Times are ISO 8601: their letters are in their order.
  const ofTexts = kindOf(column) === "time" ? (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0) : words.compare;
  return (a: Value, b: Value): number => {
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    if (typeof a === "string" && typeof b === "string") return sign * ofTexts(a, b);
    return sign * (Number(a) - Number(b));
  };
};

const matching = <Row>(column: Column<Row>, wanted: readonly string[]) => {
  if (kindOf(column) === "choice") return (row: Row) => wanted.includes(valueText(column.value(row)));
  const parts = wanted.map((part) => part.trim().toLowerCase());
  return (row: Row) => {
    const text = valueText(column.value(row)).toLowerCase();
    return parts.every((part) => text.includes(part));
  };
};

const toDefinition = <Row>(column: Column<Row>, at: number): ColumnDef<Features, NoRow> => ({
  id: column.id,
  accessorFn: () => undefined,
  enableSorting: isSortable(column),
  // The library would look at the rows: figures would begin with the largest.
  sortDescFirst: false,
  // The first one names the record and stays.
  enableHiding: at > 0,
  enableColumnFilter: isFilterable(column),
});

interface RowsOptions<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  list: TableList;
  hidden: readonly string[];
  setHidden: (ids: readonly string[]) => void;
  /** The server sorts and filters; the rows are shown as they come. */
  fromServer: boolean;
}

/** The rows in the order and selection of the list, and the columns that are shown. */
export function useRows<Row>({ columns, rows, list, hidden, setHidden, fromServer }: RowsOptions<Row>) {
  const definitions = useMemo(() => columns.map(toDefinition), [columns]);
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
    data: noRows,
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
  const [inOrder] = useState(() => createKeptOrder<Value>());
  const shown = useMemo(() => {
    if (fromServer) return rows;
    const columnOf = (id: string) => columns.find((column) => column.id === id);
    const filters = columnFilters.flatMap(({ id, value }) => {
      const column = columnOf(id);
      return column && isFilterable(column) ? [matching(column, value)] : [];
    });
    const left = filters.length === 0 ? rows : rows.filter((row) => filters.every((matches) => matches(row)));
    const [sort] = sorting;
    const by = sort && columnOf(sort.id);
    if (!sort || !by) return left;
    return inOrder(left, (row) => by.value(row) ?? undefined, comparing(by, sort.desc), sort);
  }, [fromServer, rows, columns, columnFilters, sorting, inOrder]);
  const visibleIds = table
    .getVisibleLeafColumns()
    .map((column) => column.id)
    .join();
  // The same list while the same are shown: with another one every row is drawn anew.
  const visible = useMemo(() => {
    const ids = new Set(visibleIds.split(","));
    return columns.filter((column) => ids.has(column.id));
  }, [columns, visibleIds]);
  const states = new Map<string, ColumnState>(table.getAllLeafColumns().map((state) => [state.id, state]));
  return {
    stateOf: (id: string): ColumnState | undefined => states.get(id),
    shown,
    visible,
  };
}
