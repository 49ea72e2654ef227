import { setImmediate as turn } from "node:timers/promises";
import { type Filter, ObjectId } from "mongodb";
import { createSharedRun } from "#shared/concurrency/single-flight.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { ChangeFeed, GatewayParts } from "../parts.ts";
import { readContainerFacts } from "./inventory-rows.ts";
import { createCatchUp, type NumberOf } from "./known-records.ts";
import { createStockSums, type KnownStock, type StockSums, stockOf } from "./stock-figures.ts";

type Parts = Pick<GatewayParts, "mongo"> & { feed: ChangeFeed; numberOf: NumberOf };

/** Few enough that reading them keeps nobody waiting. */
const machinesPerRead = 250;
const mostChanged = 5_000;

/** What machines hold, each by its number and all together. */
const createStocks = () => {
  const stocks: (KnownStock | undefined)[] = [];
  const sums = createStockSums();
  return {
    sums,
    of: (machine: number): KnownStock | undefined => stocks[machine],
    /** What it holds now; null is nothing. */
    set: (machine: number, stock: KnownStock | null): void => {
      // Without holes: a list that has one is slower for good.
      while (stocks.length <= machine) stocks.push(undefined);
      const before = stocks[machine];
      if (before) sums.remove(before);
      stocks[machine] = stock ?? undefined;
      if (stock) sums.add(stock);
    },
  };
};
type Stocks = ReturnType<typeof createStocks>;

/**
 * What each machine of a large network holds, kept in memory from the first time that somebody asks for a page that is
 * found, ordered or summed by it. What a page shows of its rows is read from the database.
 */
export const createKnownStock = ({ mongo, feed, numberOf }: Parts) => {
  const { containers, machines, products } = mongo.collections;
  /** Brands by their places, and the place of each product. A brand keeps its place for the life of the process, so figures of earlier reads stay valid. */
  let brands: string[] = [];
  const placeOf = new Map<string, number>();
  let stocks = createStocks();

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

  /** Stock of a machine that is not among those that `exist` is left out. */
  const readStocks = async (into: Stocks, ids: ObjectId[], exist = ids) => {
    await readBrands();
    const known = [...placeOf];
    const facts = await readContainerFacts(containers, {
      products: known.map(([id]) => new ObjectId(id)),
      among: exist,
    });
    const places = known.map(([, place]) => place);
    const held = new Map(facts.map((one) => [one._id.toHexString(), stockOf(places, one)]));
    for (const id of ids) into.set(numberOf(id.toHexString()), held.get(id.toHexString()) ?? null);
  };
  const inTurns = async (ids: ObjectId[], read: (some: ObjectId[]) => Promise<void>) => {
    for (let from = 0; from < ids.length; from += machinesPerRead) {
      await read(ids.slice(from, from + machinesPerRead));
      await turn();
    }
  };
  const idsOf = async (filter: Filter<MachineDocument>) =>
    (await machines.find(filter).project<{ _id: ObjectId }>({ _id: 1 }).toArray()).map(({ _id }) => _id);

  const { change, lost, catchUp } = createCatchUp({
    mostChanged,
    ahead: (): Promise<unknown> => current(),
    all: async () => {
      // A reader that began with the former figures goes on with them, and never sees figures that are half filled.
      const anew = createStocks();
      await inTurns(await idsOf({}), (some) => readStocks(anew, some));
      stocks = anew;
    },
    some: (ids) => inTurns(ids, async (some) => readStocks(stocks, some, await idsOf({ _id: { $in: some } }))),
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
    const { of, sums } = stocks;
    return { brands: brands as readonly string[], of, sums: sums as Pick<StockSums, "taken"> };
  });
  return { current };
};
export type CurrentStock = Awaited<ReturnType<ReturnType<typeof createKnownStock>["current"]>>;
