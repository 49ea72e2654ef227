import { noCans } from "#shared/inventory/inventory.rules.ts";
import type { BrandCounts, InventoryRow } from "#shared/inventory/inventory.schema.ts";

/** The four columns of each brand, in the specification's words and order (section 9). */
export const brandColumns = [
  ["Alloted", "assignedContainers"],
  ["Empty", "empty"],
  ["In-stock", "inStock"],
  ["Disabled", "disabled"],
] as const satisfies readonly (readonly [head: string, field: keyof BrandCounts])[];

export interface PivotRow {
  totalContainers: number;
  totalAssignedContainers: number;
  brands: Record<string, BrandCounts>;
}

export const countsOf = (row: PivotRow, brand: string): BrandCounts => row.brands[brand] ?? noCans;

/** Every brand that some machine holds, by name. */
export const brandsOf = (rows: readonly InventoryRow[]): string[] => {
  const brands = new Set<string>();
  for (const row of rows) for (const brand of Object.keys(row.brands)) brands.add(brand);
  return [...brands].sort((a, b) => a.localeCompare(b));
};

/** The total of the rows that are shown, and of no others. */
export const totalOf = (rows: readonly InventoryRow[]): PivotRow => {
  const brands: Record<string, BrandCounts> = {};
  const total = { totalContainers: 0, totalAssignedContainers: 0, brands };
  for (const row of rows) {
    total.totalContainers += row.totalContainers;
    total.totalAssignedContainers += row.totalAssignedContainers;
    for (const [brand, counts] of Object.entries(row.brands)) {
      const sum = brands[brand] ?? noCans;
      brands[brand] = {
        assignedContainers: sum.assignedContainers + counts.assignedContainers,
        empty: sum.empty + counts.empty,
        inStock: sum.inStock + counts.inStock,
        disabled: sum.disabled + counts.disabled,
      };
    }
  }
  return total;
};

/** Total Containers, Total Assigned, then four figures for each brand. */
export const figuresOf = (row: PivotRow, brands: readonly string[]): number[] => [
  row.totalContainers,
  row.totalAssignedContainers,
  ...brands.flatMap((brand) => brandColumns.map(([, field]) => countsOf(row, brand)[field])),
];

const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** What a head sorts by: "name", "vendingMachineId", "total", "assigned", or a brand's column such as "inStock.Cola". */
export const cellOf = (row: InventoryRow, column: string): string | number => {
  if (column === "name") return row.vendingMachineName;
  if (column === "vendingMachineId") return row.vendingMachineId;
  if (column === "total") return row.totalContainers;
  if (column === "assigned") return row.totalAssignedContainers;
  const dot = column.indexOf(".");
  const known = brandColumns.find(([, field]) => field === column.slice(0, dot));
  return known ? countsOf(row, column.slice(dot + 1))[known[1]] : row.vendingMachineName;
};

export const sortRows = (
  rows: readonly InventoryRow[],
  { id, desc }: { id: string; desc: boolean },
): InventoryRow[] => {
  const way = desc ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [one, other] = [cellOf(a, id), cellOf(b, id)];
    const order = typeof one === "string" ? words.compare(one, String(other)) : one - Number(other);
    return order === 0 ? words.compare(a.vendingMachineName, b.vendingMachineName) : order * way;
  });
};
