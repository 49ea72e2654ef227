import { pivotColumn } from "#shared/inventory/inventory.rules.ts";
import type { BrandCounts } from "#shared/inventory/inventory.schema.ts";

/** What a machine holds. A hundred thousand are kept: figures in one list, no object for each brand. */
export interface KnownStock {
  containers: number;
  assigned: number;
  stocked: number;
  disabled: number;
  /** How many of its brands are not in stock. */
  soldOut: number;
  /** Five for each brand: its place among the brands, then how many are assigned, empty, in stock and disabled. */
  figures: readonly number[];
}
/** Where the four stand behind a brand's place. */
export const figureAt = { assignedContainers: 1, empty: 2, inStock: 3, disabled: 4 } as const;
export const figuresPerBrand = 5;
const brandFigures = Object.keys(figureAt) as (keyof typeof figureAt)[];

interface Containers {
  product: readonly number[];
  isWorking: readonly boolean[];
  isEmpty: readonly boolean[];
}

/** `places` are those of the brands of the products that `product` names by their numbers. */
export const stockOf = (places: readonly number[], { product, isWorking, isEmpty }: Containers): KnownStock => {
  const stock = { containers: product.length, assigned: 0, stocked: 0, disabled: 0, soldOut: 0 };
  const startOf = new Map<number, number>();
  const figures: number[] = [];
  for (const [at, index] of product.entries()) {
    const place = places[index];
    if (place === undefined) continue;
    let start = startOf.get(place);
    if (start === undefined) {
      start = figures.push(place, 0, 0, 0, 0) - figuresPerBrand;
      startOf.set(place, start);
    }
    const column = pivotColumn({ isWorking: isWorking[at] === true, isEmpty: isEmpty[at] === true });
    stock.assigned += 1;
    if (column === "inStock") stock.stocked += 1;
    if (column === "disabled") stock.disabled += 1;
    for (const offset of [figureAt.assignedContainers, figureAt[column]])
      figures[start + offset] = (figures[start + offset] ?? 0) + 1;
  }
  for (const start of startOf.values()) if (figures[start + figureAt.inStock] === 0) stock.soldOut += 1;
  return { ...stock, figures };
};

/** What machines hold together, by the place of each brand. Each may be taken out again as it was put in. */
export const createStockSums = () => {
  const figures: number[] = [];
  const sums = { totalContainers: 0, totalAssignedContainers: 0 };
  const change = ({ containers, assigned, figures: own }: KnownStock, times: 1 | -1): void => {
    sums.totalContainers += times * containers;
    sums.totalAssignedContainers += times * assigned;
    for (let at = 0; at < own.length; at += figuresPerBrand) {
      const start = (own[at] ?? 0) * figuresPerBrand;
      // Without holes: a list that has one is slower for good.
      while (figures.length < start + figuresPerBrand) figures.push(0);
      for (let more = 1; more < figuresPerBrand; more += 1)
        figures[start + more] = (figures[start + more] ?? 0) + times * (own[at + more] ?? 0);
    }
  };
  return {
    add: (stock: KnownStock): void => change(stock, 1),
    remove: (stock: KnownStock): void => change(stock, -1),
    /** As they are now, of the brands that somebody has. */
    taken: (brands: readonly string[]) => {
      // Without a prototype: a brand may be called "constructor".
      const byBrand: Record<string, BrandCounts> = Object.create(null);
      brands.forEach((brand, place) => {
        const start = place * figuresPerBrand;
        // Each brand of a machine has containers that are assigned to it.
        if (!figures[start + figureAt.assignedContainers]) return;
        byBrand[brand] = Object.fromEntries(
          brandFigures.map((name) => [name, figures[start + figureAt[name]] ?? 0]),
        ) as BrandCounts;
      });
      return { ...sums, brands: byBrand };
    },
  };
};
export type StockSums = ReturnType<typeof createStockSums>;
