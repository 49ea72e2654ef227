import { ObjectId } from "mongodb";
import { events, type MachineStock } from "#shared/events/events.ts";
import type { ClusterTime } from "#shared/http/fields.ts";
import type { Audience, ChangeFeed, GatewayParts } from "../../parts.ts";
import type { InventoryRepository } from "./inventory.repository.ts";
import type { RedisStockStore } from "./redis-stock.ts";
import type { SoldOutEvents } from "./sold-out.ts";
import { type StockReader, stockText } from "./stock-reader.ts";

type Parts = Pick<GatewayParts, "mongo" | "log" | "metrics" | "limits"> & {
  feed: ChangeFeed;
  audience: Pick<Audience, "present" | "emit">;
  inventory: InventoryRepository;
  reader: StockReader;
  redisStock: RedisStockStore;
  soldOutEvents: SoldOutEvents;
};

/** Why a machine waits: the least time of its snapshot, and whether to publish. */
interface Waiting {
  since: ClusterTime;
  publishes: boolean;
}
/** One read of the database and one write to Redis for so many machines. */
export const machinesPerRound = 100;
const ever: ClusterTime = "0000000000000000";

/**
 * Keeps the stock in Redis, publishes it, and notifies others of what is sold out: whatever changes at a machine, its stock is computed anew as a whole from
 * one snapshot with the change. Several changes of one machine within a moment are computed once.
 */
export const createStockKeeper = (parts: Parts) => {
  const { mongo, log, metrics, limits, feed, audience, inventory, reader, redisStock, soldOutEvents } = parts;
  const brands = new Map<string, string>();
  let waiting = new Map<string, Waiting>();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let stopped = false;

  const enqueue = (machine: string, { since, publishes }: Waiting) => {
    const known = waiting.get(machine);
    waiting.set(machine, {
      since: known && known.since > since ? known.since : since,
      publishes: publishes || known?.publishes === true,
    });
  };

  const publish = (stock: MachineStock, asOf: ClusterTime) => {
    const rooms = audience.present(events["machine.stock.changed"].to(stock, null));
    if (rooms.length > 0) audience.emit(rooms, "machine.stock.changed", { t: asOf, view: stock });
  };

  const write = (stocks: MachineStock[], asOf: ClusterTime): Promise<void> => {
    metrics.stockComputed.inc(stocks.length);
    return redisStock.write(
      stocks.map(({ vendingMachine, redisStock: stock }) => ({
        machine: vendingMachine,
        asOf,
        text: stockText(stock),
      })),
    );
  };

  const round = async (batch: Map<string, Waiting>): Promise<void> => {
    const { stocks, soldOut, asOf } = await reader.compute([...batch.keys()].map((machine) => new ObjectId(machine)));
    for (const stock of stocks) {
      const why = batch.get(stock.vendingMachine);
      if (!why) continue;
      // A snapshot from before the change that called for it: once more, and nothing is published yet.
      if (why.since > asOf) enqueue(stock.vendingMachine, why);
      else if (why.publishes) publish(stock, asOf);
      // Screens receive it even where Redis fails to store it.
      batch.set(stock.vendingMachine, { since: ever, publishes: false });
    }
    await Promise.all([write(stocks, asOf), soldOutEvents.publish(soldOut)]);
  };

  /** Returns the milliseconds after which to go on: at once, or later when a store did not answer. */
  const drain = async (): Promise<number> => {
    while (waiting.size > 0 && !stopped) {
      const all = [...waiting];
      const batch = new Map(all.slice(0, machinesPerRound));
      waiting = new Map(all.slice(machinesPerRound));
      try {
        await round(batch);
      } catch (error) {
        log.warn({ err: error, machines: batch.size }, "stock was not written, it is tried again");
        for (const [machine, why] of batch) enqueue(machine, why);
        return limits.stock.retryMs;
      }
    }
    return 0;
  };

  const wake = (ms: number) => {
    if (stopped || working) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      working = drain().then((again) => {
        working = undefined;
        if (waiting.size > 0) wake(again);
      });
    }, ms);
  };

  const mark = (machine: ObjectId, since: ClusterTime) => {
    enqueue(machine.toHexString(), { since, publishes: true });
    wake(limits.stock.gatherMs);
  };

  const loadBrands = async () => {
    for (const [product, brand] of await inventory.brandsNow()) brands.set(product, brand);
  };

  feed.on("containers", ({ after, before, t }) => {
    const machine = after?.machine ?? before?.machine;
    if (machine) mark(machine, t);
  });
  feed.on("machines", ({ id, t }) => mark(id, t));
  feed.on("products", async ({ id, after, t }) => {
    const known = brands.get(id.toHexString());
    if (!after || known === after.brand) return;
    brands.set(id.toHexString(), after.brand);
    const holding = await mongo.collections.containers.distinct("machine", { product: id });
    for (const machine of holding) mark(machine, t);
  });

  /** All machines anew: at the start, when history was lost, when Redis was emptied. Screens receive nothing. */
  const rebuild = async (): Promise<void> => {
    await loadBrands();
    let machines = 0;
    for await (const batch of inventory.machineBatches(machinesPerRound)) {
      if (stopped) return;
      const { stocks, soldOut, asOf } = await reader.compute(batch);
      await Promise.all([write(stocks, asOf), soldOutEvents.publish(soldOut)]);
      machines += stocks.length;
    }
    await redisStock.setLoaded();
    log.info({ machines }, "the stock of all machines was computed anew");
  };

  return {
    rebuild,
    stop: async (): Promise<void> => {
      stopped = true;
      clearTimeout(timer);
      await working;
    },
  };
};
export type StockKeeper = ReturnType<typeof createStockKeeper>;
