import { ObjectId } from "mongodb";
import type { CallParts } from "#shared/http/endpoint.ts";
import type { BrandCounts } from "#shared/inventory/inventory.schema.ts";
import type { listInventoryPages } from "#shared/inventory/inventory-pages.api.ts";
import { byFigure, byFigures } from "../../records/by-figure.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { readInventoryRows } from "../../records/inventory-rows.ts";
import type { KnownMachine } from "../../records/known-machines.ts";
import { type CurrentStock, figureAt, figuresPerBrand, type KnownStock } from "../../records/known-stock.ts";
import { inOrderOf, pageFigures, rangeOfPage } from "../../records/long-page.ts";
import { createInventoryRepository } from "./inventory.repository.ts";

type Parts = Pick<FeatureParts, "mongo" | "knownMachines" | "knownStock">;
type Query = CallParts<typeof listInventoryPages>["query"];
const brandFigures = Object.keys(figureAt) as (keyof typeof figureAt)[];

/** Sums the figures of machines, by the place of each brand. */
const createSums = () => {
  const figures: number[] = [];
  const sums = { totalContainers: 0, totalAssignedContainers: 0 };
  return {
    add: (stock: KnownStock): void => {
      sums.totalContainers += stock.containers;
      sums.totalAssignedContainers += stock.assigned;
      const { figures: own } = stock;
      for (let at = 0; at < own.length; at += figuresPerBrand) {
        const start = (own[at] ?? 0) * figuresPerBrand;
        for (let more = 1; more < figuresPerBrand; more += 1)
          figures[start + more] = (figures[start + more] ?? 0) + (own[at + more] ?? 0);
      }
    },
    taken: (brands: readonly string[]) => {
      // Without a prototype: a brand may be called "constructor".
      const byBrand: Record<string, BrandCounts> = Object.create(null);
      brands.forEach((brand, place) => {
        const start = place * figuresPerBrand;
        if (figures[start + figureAt.assignedContainers] === undefined) return;
        byBrand[brand] = Object.fromEntries(
          brandFigures.map((name) => [name, figures[start + figureAt[name]] ?? 0]),
        ) as BrandCounts;
      });
      return { ...sums, brands: byBrand };
    },
  };
};

/** Notes the places of the brands that somebody has. */
const markUsed = (used: boolean[], { figures }: KnownStock): void => {
  for (let at = 0; at < figures.length; at += figuresPerBrand) used[figures[at] ?? 0] = true;
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

/** Those of `found`, by name or by id, that stand in this range of the order. */
const inOrder = (
  found: readonly KnownMachine[],
  sort: string | undefined,
  { brands, of }: CurrentStock,
  /** Of each how many brands are sold out there, negative. */
  lacks: readonly number[],
  range: { from: number; to: number },
): KnownMachine[] => {
  if (sort === undefined) return byFigures(found, Float64Array.from(lacks), range);
  const way = sort.startsWith("-") ? -1 : 1;
  const by = way === -1 ? sort.slice(1) : sort;
  if (by === "name" || by === "vendingMachineId")
    return (way === 1 ? found : found.toReversed()).slice(range.from, range.to);
  if (by === "total") return byFigure(found, ({ id }) => of(id)?.containers ?? 0, way, range);
  if (by === "assigned") return byFigure(found, ({ id }) => of(id)?.assigned ?? 0, way, range);
  const end = by.indexOf(".");
  const [name, place] = [by.slice(0, end) as keyof typeof figureAt, brands.indexOf(by.slice(end + 1))];
  return byFigure(found, ({ id }) => figureOfBrand(of(id), place, name), way, range);
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
    const sums = createSums();
    const used: boolean[] = [];
    const found: KnownMachine[] = [];
    const lacks: number[] = [];
    let soldOut = 0;
    for (const known of sort?.endsWith("vendingMachineId") ? byMachineId : byName) {
      const held = stock.of(known.id);
      if (held) markUsed(used, held);
      const outs = soldOutOf(held);
      if (outs > 0) soldOut += 1;
      if (only && outs === 0) continue;
      if (ids && !ids.has(known.id)) continue;
      if (part && !known.inName.includes(part) && !known.inId.includes(part)) continue;
      found.push(known);
      lacks.push(-outs);
      if (held) sums.add(held);
    }
    const ordered = inOrder(found, sort, stock, lacks, rangeOfPage(page));
    const { rows, asOf } = await readRows(ordered.map(({ id }) => id));
    return {
      inventory: { machines: rows, ...pageFigures(page, found.length) },
      sums: sums.taken(stock.brands),
      uniqueBrands: stock.brands.filter((_, place) => used[place]).sort((a, b) => a.localeCompare(b)),
      soldOut,
      all: byName.length,
      asOf,
    };
  };
};
