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
/** Machines that one read of the database and one write to Redis cover. */
export const machinesPerRound = 100;
const ever: ClusterTime = "0000000000000000";

/**
 * Keeps the stock in Redis, publishes it, and notifies others of what is sold out: whatever changes at a machine, its
 * stock is computed anew as a whole from one snapshot with the change. Several changes of one machine within a moment are computed once.
 */
export const createStockKeeper = (parts: Parts) => {
  const { mongo, log, metrics, limits, feed, audience, inventory, reader, redisStock, soldOutEvents } = parts;
  const brands = new Map<string, string>();
  let waiting = new Map<string, Waiting>();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let stopped = false;
  /** How often changes were missed, and how often that had been when what was missed was last made up for. */
  let [misses, madeUpFor] = [0, -1];
  /** Brands that change: the machines that hold them are being looked up. */
  let renaming = 0;
  let doneUpTo: ClusterTime | null = null;
  const isCurrent = () => madeUpFor === misses;
  const miss = () => {
    misses += 1;
    // Stock that Redis has lost must be computed again.
    doneUpTo = null;
  };
  const delivered = () => (isCurrent() && renaming === 0 ? feed.position() : null);

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

  /** False where a machine must be computed once more. */
  const round = async (batch: Map<string, Waiting>): Promise<boolean> => {
    const { stocks, soldOut, asOf } = await reader.compute([...batch.keys()].map((machine) => new ObjectId(machine)));
    let isDone = true;
    for (const stock of stocks) {
      const why = batch.get(stock.vendingMachine);
      if (!why) continue;
      // A snapshot from before the change that called for it: once more, and nothing is published yet.
      if (why.since > asOf) {
        enqueue(stock.vendingMachine, why);
        isDone = false;
      } else if (why.publishes) publish(stock, asOf);
      // Screens receive it even where Redis fails to store it.
      batch.set(stock.vendingMachine, { since: ever, publishes: false });
    }
    await Promise.all([write(stocks, asOf), soldOutEvents.publish(soldOut)]);
    return isDone;
  };

  const drainOnce = async (all: [string, Waiting][]): Promise<boolean> => {
    let isDone = true;
    while (all.length > 0 && !stopped) {
      const batch = new Map(all.splice(0, machinesPerRound));
      try {
        isDone = (await round(batch)) && isDone;
      } catch (error) {
        // A machine that failed comes last: one that always fails keeps no other waiting.
        for (const [machine, why] of [...all, ...batch]) enqueue(machine, why);
        throw error;
      }
    }
    return isDone && !stopped;
  };

  /** Returns the milliseconds after which to go on: at once, or later when a store did not answer. */
  const drain = async (): Promise<number> => {
    while (waiting.size > 0 && !stopped) {
      // Machines that changed before it are among those that wait.
      const moment = delivered();
      const all = [...waiting];
      waiting = new Map();
      try {
        if (await drainOnce(all)) doneUpTo = moment ?? doneUpTo;
      } catch (error) {
        log.warn({ err: error, machines: waiting.size }, "stock was not written; trying again");
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
    for (const [product, brand] of await inventory.brands()) brands.set(product, brand);
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
    renaming += 1;
    try {
      const holding = await mongo.collections.containers.distinct("machine", { product: id });
      for (const machine of holding) mark(machine, t);
    } catch (error) {
      miss();
      throw error;
    } finally {
      renaming -= 1;
    }
  });
  feed.onGap(miss);

  /** All machines anew: where Redis was emptied, or history was lost. Screens receive nothing. */
  const rebuild = async (afterBatch: () => Promise<void>): Promise<void> => {
    let machines = 0;
    for await (const batch of inventory.machineBatches(machinesPerRound)) {
      if (stopped) throw new Error("the gateway ends");
      const { stocks, soldOut, asOf } = await reader.compute(batch);
      await Promise.all([write(stocks, asOf), soldOutEvents.publish(soldOut)]);
      await afterBatch();
      machines += stocks.length;
    }
    log.info({ machines }, "the stock of all machines was computed again");
  };

  return {
    rebuild,
    loadBrands,
    /** Whether every change since `upTo` in Redis is known here. */
    isCurrent,
    /** Changes may have been missed. */
    miss,
    misses: () => misses,
    /** What was missed until it had been missed this often is known: these machines, each since that moment. */
    makeUp: (until: number, missed: Map<string, ClusterTime>): void => {
      for (const [machine, since] of missed) enqueue(machine, { since, publishes: false });
      madeUpFor = until;
      if (waiting.size > 0) wake(limits.stock.gatherMs);
    },
    /** Redis has whatever changed before this moment; null where that is not known. */
    upTo: (): ClusterTime | null => (waiting.size === 0 && !working ? delivered() : null) ?? doneUpTo,
    stop: async (): Promise<void> => {
      stopped = true;
      clearTimeout(timer);
      await working;
    },
  };
};
export type StockKeeper = ReturnType<typeof createStockKeeper>;
