import { ObjectId } from "mongodb";
import type { CallParts } from "#shared/http/endpoint.ts";
import type { listInventoryPages } from "#shared/inventory/inventory-pages.api.ts";
import { byFigures } from "../../records/by-figure.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { readInventoryRows } from "../../records/inventory-rows.ts";
import type { KnownMachine } from "../../records/known-machines.ts";
import { inOrderOf, pageFigures, rangeOfPage } from "../../records/long-page.ts";
import { createStockSums, figureAt, figuresPerBrand, type KnownStock } from "../../records/stock-figures.ts";
import { createInventoryRepository } from "./inventory.repository.ts";

type Parts = Pick<FeatureParts, "mongo" | "knownMachines" | "knownStock">;
type Query = CallParts<typeof listInventoryPages>["query"];

const figureOfBrand = (stock: KnownStock | undefined, place: number, name: keyof typeof figureAt): number => {
  const { figures = [] } = stock ?? {};
  for (let at = 0; at < figures.length; at += figuresPerBrand)
    if (figures[at] === place) return figures[at + figureAt[name]] ?? 0;
  return 0;
};

/** How many of these brands, or of all, are sold out there. */
const createSoldOut = (shown: ReadonlySet<number> | null) => (stock: KnownStock | undefined) => {
  const { figures = [], soldOut = 0 } = stock ?? {};
  if (!shown || soldOut === 0) return soldOut;
  let count = 0;
  for (let at = 0; at < figures.length; at += figuresPerBrand)
    if (figures[at + figureAt.inStock] === 0 && shown.has(figures[at] ?? -1)) count += 1;
  return count;
};

const placesOf = (named: readonly string[] | undefined, brands: readonly string[]): ReadonlySet<number> | null => {
  const places = brands.flatMap((brand, place) => (named?.includes(brand) ? [place] : []));
  return places.length > 0 ? new Set(places) : null;
};

interface Found {
  /** By name or by id. */
  machines: KnownMachine[];
  /** By machine: what it holds, and how many brands are sold out there, negative. */
  stocks: (KnownStock | undefined)[];
  lacks: number[];
}

/** The machines in this range of the order. */
const inOrder = (
  { machines, stocks, lacks }: Found,
  sort: string | undefined,
  brands: readonly string[],
  range: { from: number; to: number },
): KnownMachine[] => {
  if (sort === undefined) return byFigures(machines, Float64Array.from(lacks), range);
  const direction = sort.startsWith("-") ? -1 : 1;
  const by = direction === -1 ? sort.slice(1) : sort;
  if (by === "name" || by === "vendingMachineId")
    return (direction === 1 ? machines : machines.toReversed()).slice(range.from, range.to);
  const byStock = (figureOf: (stock: KnownStock | undefined) => number) =>
    byFigures(
      machines,
      Float64Array.from(stocks, (stock) => direction * figureOf(stock)),
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
    const [{ byName, listed }, stock] = await Promise.all([knownMachines.current(), knownStock.current()]);
    const part = q?.toLowerCase() ?? "";
    const soldOutOf = createSoldOut(placesOf(named, stock.brands));
    const all = stock.sums.taken(stock.brands);
    const isNarrowed = only !== undefined || machines !== undefined || part !== "";
    const sums = createStockSums();
    const found: Found = { machines: [], stocks: [], lacks: [] };
    let soldOut = 0;
    for (const known of listed(sort?.endsWith("vendingMachineId") ? "vendingMachineId" : "name", machines)) {
      const held = stock.of(known.number);
      const outs = soldOutOf(held);
      if (outs > 0) soldOut += 1;
      if (only && outs === 0) continue;
      if (part && !known.inName.includes(part) && !known.inId.includes(part)) continue;
      found.machines.push(known);
      found.stocks.push(held);
      found.lacks.push(-outs);
      if (held && isNarrowed) sums.add(held);
    }
    const ordered = inOrder(found, sort, stock.brands, rangeOfPage(page));
    const { rows, asOf } = await readRows(ordered.map(({ id }) => id));
    return {
      inventory: { machines: rows, ...pageFigures(page, found.machines.length) },
      sums: isNarrowed ? sums.taken(stock.brands) : all,
      uniqueBrands: Object.keys(all.brands).sort((a, b) => a.localeCompare(b)),
      soldOut,
      all: byName.length,
      asOf,
    };
  };
};
