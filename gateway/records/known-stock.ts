import { setImmediate as turn } from "node:timers/promises";
import { ObjectId } from "mongodb";
import { createSharedRun } from "#shared/concurrency/single-flight.ts";
import { pivotColumn } from "#shared/inventory/inventory.rules.ts";
import type { ChangeFeed, GatewayParts } from "../parts.ts";
import { readContainerFacts } from "./inventory-rows.ts";
import { createCatchUp } from "./known-records.ts";

/** What a machine holds. A hundred thousand are kept: figures in one list, no object for each brand. */
export interface KnownStock {
  containers: number;
  assigned: number;
  stocked: number;
  disabled: number;
  /** Of each brand five: its place among the brands, then how many are assigned, empty, in stock and disabled. */
  figures: readonly number[];
}
/** Where the four stand behind a brand's place. */
export const figureAt = { assignedContainers: 1, empty: 2, inStock: 3, disabled: 4 } as const;
export const figuresPerBrand = 5;

type Parts = Pick<GatewayParts, "mongo"> & { feed: ChangeFeed };

/** Few enough that reading them keeps nobody waiting. */
const machinesPerRead = 250;
const mostChanged = 5_000;

const stockOf = (
  places: readonly number[],
  { product, isWorking, isEmpty }: { product: number[]; isWorking: boolean[]; isEmpty: boolean[] },
): KnownStock => {
  const stock = { containers: product.length, assigned: 0, stocked: 0, disabled: 0 };
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
  return { ...stock, figures };
};

/**
 * What each machine of a large network holds, kept in memory from the first time that somebody asks for a page that is
 * found, ordered or summed by it. What a page shows of its rows is read from the database.
 */
export const createKnownStock = ({ mongo, feed }: Parts) => {
  const { containers, machines, products } = mongo.collections;
  /** Brands by their places, and the place of each product. A brand keeps its place for the life of the process, so figures of earlier reads stay valid. */
  let brands: string[] = [];
  const placeOf = new Map<string, number>();
  let stocks = new Map<string, KnownStock>();

  const readBrands = async () => {
    const all = await products.find().project<{ _id: ObjectId; brand: string }>({ brand: 1 }).toArray();
    const named = [...brands];
    for (const { _id, brand } of all) {
      const product = _id.toHexString();
      const place = placeOf.get(product) ?? named.length;
      placeOf.set(product, place);
      named[place] = brand;
    }
    brands = named;
  };

  const readStocks = async (into: Map<string, KnownStock>, ids: ObjectId[]) => {
    await readBrands();
    const known = [...placeOf];
    const facts = await readContainerFacts(containers, { products: known.map(([id]) => new ObjectId(id)), among: ids });
    const places = known.map(([, place]) => place);
    for (const id of ids) into.delete(id.toHexString());
    for (const one of facts) into.set(one._id.toHexString(), stockOf(places, one));
  };
  const inTurns = async (into: Map<string, KnownStock>, ids: ObjectId[]) => {
    for (let from = 0; from < ids.length; from += machinesPerRead) {
      await readStocks(into, ids.slice(from, from + machinesPerRead));
      await turn();
    }
  };

  const { change, lost, catchUp } = createCatchUp({
    mostChanged: () => mostChanged,
    all: async () => {
      const all = await machines.find().project<{ _id: ObjectId }>({ _id: 1 }).toArray();
      // Whoever was answered from the former one goes on with it, and never sees one that is half full.
      const anew = new Map<string, KnownStock>();
      await inTurns(
        anew,
        all.map(({ _id }) => _id),
      );
      stocks = anew;
    },
    some: (ids) => inTurns(stocks, ids),
  });
  let areBrandsOld = false;
  feed.on("containers", ({ after, before }) => {
    const machine = after?.machine ?? before?.machine;
    if (machine) change(machine);
    else lost();
  });
  feed.on("machines", ({ id, after }) => {
    if (!after) change(id);
  });
  feed.on("products", () => {
    areBrandsOld = true;
  });
  feed.onGap(lost);

  /** Makes up for what has changed; all who ask at that moment share it. */
  const current = createSharedRun(async () => {
    await catchUp();
    if (areBrandsOld) {
      areBrandsOld = false;
      await readBrands().catch((error: unknown) => {
        areBrandsOld = true;
        throw error;
      });
    }
    const known = stocks;
    return { brands: brands as readonly string[], of: (machine: string) => known.get(machine) };
  });
  return { current };
};
export type KnownStocks = ReturnType<typeof createKnownStock>;
export type CurrentStock = Awaited<ReturnType<KnownStocks["current"]>>;
