import { ObjectId } from "mongodb";
import { isReservedAt } from "#shared/containers/container.rules.ts";
import type { MachineStock } from "#shared/events/events.ts";
import type { ClusterTime } from "#shared/http/fields.ts";
import type { RedisStock } from "#shared/inventory/inventory.schema.ts";
import type { GatewayParts } from "../../parts.ts";
import type { InventoryRepository } from "./inventory.repository.ts";
import { forSale, judge, machineStock, soldOutProducts } from "./machine-stock.ts";
import type { RedisStockStore } from "./redis-stock.ts";
import type { SoldOut } from "./sold-out.ts";

type Parts = Pick<GatewayParts, "mongo" | "clock" | "log"> & {
  inventory: InventoryRepository;
  redisStock: RedisStockStore;
};

/** The one text form of a stock, so that two can be compared. */
export const stockText = (stock: RedisStock): string => JSON.stringify(stock);

/** Machines' stock computed from the database, each call at one moment. */
export const createStockReader = ({ mongo, clock, log, inventory, redisStock }: Parts) => {
  const compute = (machines: ObjectId[]): Promise<{ stocks: MachineStock[]; soldOut: SoldOut; asOf: ClusterTime }> =>
    mongo.answerAsOf(async (dbSession) => {
      const brands = await inventory.brands(dbSession);
      const stocked = await inventory.stocked(dbSession, machines);
      const stocks: MachineStock[] = [];
      const soldOut: SoldOut = new Map();
      for (const one of stocked) {
        const snapshot = { ...one, brands, now: clock.now() };
        const judged = judge(snapshot);
        stocks.push(machineStock(snapshot, judged));
        soldOut.set(one.machine._id.toHexString(), soldOutProducts(snapshot, judged));
      }
      return { stocks, soldOut };
    });

  /** The stock as Redis should have it, and nothing else: a fraction of the cost. */
  const computeTexts = (machines: ObjectId[]): Promise<{ texts: Map<string, string>; asOf: ClusterTime }> =>
    mongo.answerAsOf(async (dbSession) => {
      const brands = await inventory.brands(dbSession);
      const products = [...brands.keys()];
      const ids = products.map((product) => new ObjectId(product));
      const now = clock.now();
      const found = await inventory.inStock(dbSession, machines, ids);
      const texts = found.map(({ machine, cans }): [string, string] => {
        const inStock = cans.label.map((label, at) => {
          const product = products[cans.product[at] ?? -1] ?? "";
          const reserved = cans.reserved[at] ?? null;
          const reservedUntil = reserved?.until?.getTime() ?? null;
          const isReserved = isReservedAt({ isReserved: reserved !== null, reservedUntil }, now);
          return { label, product, brand: brands.get(product) ?? "", isReserved, reservedAt: reserved?.at ?? null };
        });
        return [machine._id.toHexString(), stockText(forSale(machine, inStock))];
      });
      return { texts: new Map(texts) };
    });

  return {
    compute,
    computeTexts,

    /**
     * What is for sale, as stored in Redis, and never older than `computed`. What is missing there, or older and
     * different, is corrected at once. While Redis is away, it is what the database says.
     */
    newest: async (machine: string, computed: { asOf: ClusterTime; stock: RedisStock }): Promise<RedisStock> => {
      try {
        const held = await redisStock.read(machine);
        if (held && held.asOf >= computed.asOf) return held.stock;
        const text = stockText(computed.stock);
        if (!held || stockText(held.stock) !== text) await redisStock.write([{ machine, asOf: computed.asOf, text }]);
      } catch (error) {
        log.debug({ err: error, machine }, "the stock in Redis could not be read");
      }
      return computed.stock;
    },
  };
};
export type StockReader = ReturnType<typeof createStockReader>;
