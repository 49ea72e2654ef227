import { noCans } from "#shared/inventory/inventory.rules.ts";
import type { BrandCounts, InventoryRow } from "#shared/inventory/inventory.schema.ts";

/** The four columns of each brand, in their order (specification: Inventory status). */
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

/** A brand may be called "constructor", which every object seems to have. */
export const countsOf = (row: Pick<PivotRow, "brands">, brand: string): BrandCounts =>
  (Object.hasOwn(row.brands, brand) && row.brands[brand]) || noCans;

/** How a brand stands at a machine: sold out, or less than a quarter of its places filled; null where it needs nobody. */
export const stockLook = ({ assignedContainers, inStock }: BrandCounts): "out" | "low" | null => {
  if (assignedContainers === 0) return null;
  if (inStock === 0) return "out";
  return inStock < assignedContainers / 4 ? "low" : null;
};

/** Whether one of these brands is sold out there. */
export const isSoldOut = (row: Pick<PivotRow, "brands">, brands: readonly string[]): boolean =>
  brands.some((brand) => stockLook(countsOf(row, brand)) === "out");

/** What somebody drives for stands first: the machines that lack most of these brands; the others keep their order. */
export const soldOutFirst = <R extends Pick<PivotRow, "brands">>(
  rows: readonly R[],
  brands: readonly string[],
): R[] => {
  const lacks = new Map(rows.map((row) => [row, brands.filter((brand) => isSoldOut(row, [brand])).length]));
  return rows.toSorted((one, other) => (lacks.get(other) ?? 0) - (lacks.get(one) ?? 0));
};

/** What is worth most first: `rupeesOf` the sold-out ones of these brands; the others keep their order. */
export const mostAtRiskFirst = <R extends Pick<PivotRow, "brands">>(
  rows: readonly R[],
  brands: readonly string[],
  rupeesOf: (row: R, soldOut: readonly string[]) => number,
): R[] => {
  const risks = new Map(
    rows.map((row) => [
      row,
      rupeesOf(
        row,
        brands.filter((brand) => isSoldOut(row, [brand])),
      ),
    ]),
  );
  return rows.toSorted((one, other) => (risks.get(other) ?? 0) - (risks.get(one) ?? 0));
};

/** Brands in an address; those that no machine has any more are left out, and none chosen is all. */
export const chosenBrands = (text: string, known: readonly string[]): readonly string[] => {
  try {
    const named: unknown = text === "" ? [] : JSON.parse(text);
    const chosen = Array.isArray(named) ? known.filter((brand) => named.includes(brand)) : [];
    return chosen.length > 0 ? chosen : known;
  } catch {
    return known;
  }
};

/** Every brand that some machine has, by name. */
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
      const sum = countsOf(total, brand);
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

/** How the brand of each of those figures stands, where the figure is what is in stock. */
export const looksOf = (row: PivotRow, brands: readonly string[]): ("out" | "low" | null)[] => [
  null,
  null,
  ...brands.flatMap((brand) =>
    brandColumns.map(([, field]) => (field === "inStock" ? stockLook(countsOf(row, brand)) : null)),
  ),
];

/** Total Containers, Total Assigned, then four figures for each brand. */
export const figuresOf = (row: PivotRow, brands: readonly string[]): number[] => [
  row.totalContainers,
  row.totalAssignedContainers,
  ...brands.flatMap((brand) => brandColumns.map(([, field]) => countsOf(row, brand)[field])),
];
