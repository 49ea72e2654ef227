import { ObjectId } from "mongodb";
import type { CallParts } from "#shared/http/endpoint.ts";
import type { BrandCounts } from "#shared/inventory/inventory.schema.ts";
import type { listInventoryPages } from "#shared/inventory/inventory-pages.api.ts";
import { byFigures } from "../../records/by-figure.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { readInventoryRows } from "../../records/inventory-rows.ts";
import type { KnownMachine } from "../../records/known-machines.ts";
import { figureAt, figuresPerBrand, type KnownStock } from "../../records/known-stock.ts";
import { inOrderOf, pageFigures, rangeOfPage } from "../../records/long-page.ts";
import { createInventoryRepository } from "./inventory.repository.ts";

type Parts = Pick<FeatureParts, "mongo" | "knownMachines" | "knownStock">;
type Query = CallParts<typeof listInventoryPages>["query"];
const brandFigures = Object.keys(figureAt) as (keyof typeof figureAt)[];

/** Sums the figures of machines, by the place of each brand: of all of them at each page, so by numbers alone. */
const createSums = (brands: readonly string[]) => {
  const figures = new Float64Array(brands.length * figuresPerBrand);
  const sums = { totalContainers: 0, totalAssignedContainers: 0 };
  return {
    add: ({ containers, assigned, figures: own }: KnownStock): void => {
      sums.totalContainers += containers;
      sums.totalAssignedContainers += assigned;
      for (let at = 0; at < own.length; at += figuresPerBrand) {
        const start = (own[at] ?? 0) * figuresPerBrand;
        for (let more = 1; more < figuresPerBrand; more += 1)
          figures[start + more] = (figures[start + more] ?? 0) + (own[at + more] ?? 0);
      }
    },
    taken: () => {
      // Without a prototype: a brand may be called "constructor".
      const byBrand: Record<string, BrandCounts> = Object.create(null);
      brands.forEach((brand, place) => {
        const start = place * figuresPerBrand;
        // Each brand of a machine has containers that are assigned to it.
        if (figures[start + figureAt.assignedContainers] === 0) return;
        byBrand[brand] = Object.fromEntries(
          brandFigures.map((name) => [name, figures[start + figureAt[name]] ?? 0]),
        ) as BrandCounts;
      });
      return { ...sums, brands: byBrand };
    },
  };
};

/** Notes the places of the brands that somebody has. */
const markUsed = (used: Uint8Array, { figures }: KnownStock): void => {
  for (let at = 0; at < figures.length; at += figuresPerBrand) used[figures[at] ?? 0] = 1;
};

const figureOfBrand = (stock: KnownStock | undefined, place: number, name: keyof typeof figureAt): number => {
  const { figures = [] } = stock ?? {};
  for (let at = 0; at < figures.length; at += figuresPerBrand)
    if (figures[at] === place) return figures[at + figureAt[name]] ?? 0;
  return 0;
};

/** How many of these brands are sold out there. */
const createSoldOut = (shown: ReadonlySet<number> | null) => (stock: KnownStock | undefined) => {
  const { figures = [] } = stock ?? {};
  let count = 0;
  for (let at = 0; at < figures.length; at += figuresPerBrand)
    if (figures[at + figureAt.inStock] === 0 && (!shown || shown.has(figures[at] ?? -1))) count += 1;
  return count;
};

const placesOf = (named: readonly string[] | undefined, brands: readonly string[]): ReadonlySet<number> | null => {
  const places = brands.flatMap((brand, place) => (named?.includes(brand) ? [place] : []));
  return places.length > 0 ? new Set(places) : null;
};

interface Found {
  /** By name or by id. */
  machines: KnownMachine[];
  /** Of each the same: what it holds, and how many brands are sold out there, negative. */
  stocks: (KnownStock | undefined)[];
  lacks: number[];
}

/** Those that stand in this range of the order. */
const inOrder = (
  { machines, stocks, lacks }: Found,
  sort: string | undefined,
  brands: readonly string[],
  range: { from: number; to: number },
): KnownMachine[] => {
  if (sort === undefined) return byFigures(machines, Float64Array.from(lacks), range);
  const way = sort.startsWith("-") ? -1 : 1;
  const by = way === -1 ? sort.slice(1) : sort;
  if (by === "name" || by === "vendingMachineId")
    return (way === 1 ? machines : machines.toReversed()).slice(range.from, range.to);
  const byStock = (figureOf: (stock: KnownStock | undefined) => number) =>
    byFigures(
      machines,
      Float64Array.from(stocks, (stock) => way * figureOf(stock)),
      range,
    );
  if (by === "total") return byStock((stock) => stock?.containers ?? 0);
  if (by === "assigned") return byStock((stock) => stock?.assigned ?? 0);
  const end = by.indexOf(".");
  const [name, place] = [by.slice(0, end) as keyof typeof figureAt, brands.indexOf(by.slice(end + 1))];
  return byStock((stock) => figureOfBrand(stock, place, name));
};

/** Pages of the pivot of any size: found, ordered and summed in memory; what a page shows is read from the database. */
export const createInventoryPages = ({ mongo, knownMachines, knownStock }: Parts) => {
  const inventory = createInventoryRepository(mongo);

  const readRows = async (ids: readonly string[]) => {
    const among = ids.map((id) => new ObjectId(id));
    const { found, asOf } = await mongo.readAsOf(async (dbSession) => ({
      machines: await inventory.machinesNamed(dbSession, among),
      rowOf: await readInventoryRows(mongo.collections, dbSession, among),
    }));
    return { rows: inOrderOf(ids, found.machines.map(found.rowOf)), asOf };
  };

  return async ({ page, sort, q, only, brands: named, machines }: Query) => {
    const { byName, byMachineId } = await knownMachines.current();
    const stock = await knownStock.current();
    const ids = machines && new Set(machines.split(","));
    const part = q?.toLowerCase() ?? "";
    const soldOutOf = createSoldOut(placesOf(named, stock.brands));
    const sums = createSums(stock.brands);
    const used = new Uint8Array(stock.brands.length);
    const found: Found = { machines: [], stocks: [], lacks: [] };
    let soldOut = 0;
    for (const known of sort?.endsWith("vendingMachineId") ? byMachineId : byName) {
      const held = stock.of(known.id);
      if (held) markUsed(used, held);
      const outs = soldOutOf(held);
      if (outs > 0) soldOut += 1;
      if (only && outs === 0) continue;
      if (ids && !ids.has(known.id)) continue;
      if (part && !known.inName.includes(part) && !known.inId.includes(part)) continue;
      found.machines.push(known);
      found.stocks.push(held);
      found.lacks.push(-outs);
      if (held) sums.add(held);
    }
    const ordered = inOrder(found, sort, stock.brands, rangeOfPage(page));
    const { rows, asOf } = await readRows(ordered.map(({ id }) => id));
    return {
      inventory: { machines: rows, ...pageFigures(page, found.machines.length) },
      sums: sums.taken(),
      uniqueBrands: stock.brands.filter((_, place) => used[place] === 1).sort((a, b) => a.localeCompare(b)),
      soldOut,
      all: byName.length,
      asOf,
    };
  };
};
