import {
  type ColumnDef,
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  functionalUpdate,
  globalFilteringFeature,
  type Header,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import type { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import { byName } from "../../ui/find-by-words.ts";
import type { TableList } from "../../ui/table/table-list.ts";
import { brandColumns, countsOf } from "./pivot.ts";

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});
type PivotColumn = ColumnDef<typeof features, InventoryRow>;
export type PivotHeader = Header<typeof features, InventoryRow>;

const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const nameOf = (row: InventoryRow): string => row.vendingMachineName;

const sorted: Partial<PivotColumn> = {
  sortDescFirst: false,
  sortFn: (a, b, id) => {
    const [one, other] = [a.getValue(id), b.getValue(id)];
    return typeof one === "string" ? words.compare(one, String(other)) : Number(one) - Number(other);
  },
};
const text = (id: string, header: string, accessorFn: (row: InventoryRow) => string): PivotColumn => ({
  ...sorted,
  id,
  header,
  accessorFn,
  enableGlobalFilter: true,
});
const figure = (id: string, header: string, accessorFn: (row: InventoryRow) => number): PivotColumn => ({
  ...sorted,
  id,
  header,
  accessorFn,
  enableGlobalFilter: false,
});

const ofMachine: PivotColumn[] = [
  text("name", "Vending Machine", nameOf),
  text("vendingMachineId", "Vending Machine Id", (row) => row.vendingMachineId),
  figure("total", "Total Containers", (row) => row.totalContainers),
  figure("assigned", "Total Assigned", (row) => row.totalAssignedContainers),
];
/** A head in the address is the figure and its brand: "inStock.Cola". */
const ofBrand = (brand: string): PivotColumn => ({
  id: `brand ${brand}`,
  header: brand,
  columns: brandColumns.map(([head, field]) => figure(`${field}.${brand}`, head, (row) => countsOf(row, brand)[field])),
});

/** The machines in the order and selection of the list, and the heads of the pivot's columns. */
export function usePivot(
  all: readonly InventoryRow[],
  brands: readonly string[],
  list: Pick<TableList, "sort" | "setSort">,
  find: string,
) {
  const columns = useMemo(() => [...ofMachine, ...brands.map(ofBrand)], [brands]);
  // Machines of equal rank stand by their names, whichever way the figures go.
  const data = useMemo(() => byName(all, nameOf), [all]);
  const { sort } = list;
  const sorting = useMemo(() => {
    const leaves = columns.flatMap((column) => ("columns" in column ? (column.columns ?? []) : [column]));
    // A pasted link may name a brand that is gone; the library would throw.
    return sort && leaves.some(({ id }) => id === sort.id) ? [sort] : [];
  }, [columns, sort]);
  const table = useTable({
    features,
    columns,
    data,
    getRowId: ({ _id }) => _id,
    enableMultiSort: false,
    globalFilterFn: (row, id, wanted: string) => String(row.getValue(id)).toLowerCase().includes(wanted.toLowerCase()),
    state: { sorting, globalFilter: find.trim() },
    onSortingChange: (next) => list.setSort(functionalUpdate(next, sorting)[0] ?? null),
  });
  const model = table.getRowModel();
  return {
    rows: useMemo(() => model.rows.map(({ original }) => original), [model]),
    headerRows: table.getHeaderGroups().map(({ headers }) => headers),
  };
}
