import { setTimeout as pause } from "node:timers/promises";
import { ObjectId } from "mongodb";
import type { ChangeFeed, GatewayParts } from "../../parts.ts";
import type { InventoryRepository } from "./inventory.repository.ts";
import type { HeldText, RedisStockStore } from "./redis-stock.ts";
import { machinesPerRound, type StockKeeper } from "./stock-keeper.ts";
import { type StockReader, stockText } from "./stock-reader.ts";

type Parts = Pick<GatewayParts, "log" | "metrics" | "limits"> & {
  feed: ChangeFeed;
  inventory: InventoryRepository;
  keeper: Pick<StockKeeper, "rebuild">;
  reader: StockReader;
  redisStock: RedisStockStore;
};

/** A machine whose stock in Redis is not what the database says. `held` is null where Redis has none. */
interface Difference {
  machine: string;
  held: HeldText | null;
  right: HeldText;
}

/**
 * Repairs what no change event shows: Redis that was emptied is filled again, and once a minute all of it is compared
 * with the database. A difference counts as drift only if nobody has written that stock for a while.
 */
export const createStockWatch = ({ log, metrics, limits, feed, inventory, keeper, reader, redisStock }: Parts) => {
  const stopping = new AbortController();
  let isBuilt = false;

  /** Redis is read before the database: what is newer there was written meanwhile. */
  const compare = async (machines: ObjectId[]): Promise<Difference[]> => {
    const held = await redisStock.readMany(machines.map((machine) => machine.toHexString()));
    const heldOf = new Map(machines.map((machine, index) => [machine.toHexString(), held[index] ?? null]));
    const { stocks, asOf } = await reader.compute(machines);
    return stocks.flatMap(({ vendingMachine: machine, redisStock: stock }) => {
      const found = heldOf.get(machine) ?? null;
      const text = stockText(stock);
      return found?.text === text ? [] : { machine, held: found, right: { asOf, text } };
    });
  };

  const compareAll = async () => {
    const found: Difference[] = [];
    let compared = 0;
    for await (const batch of inventory.machineBatches(machinesPerRound)) {
      found.push(...(await compare(batch)));
      compared += batch.length;
    }
    return { compared, found };
  };

  const repair = async ({ machine, held, right }: Difference) => {
    metrics.stockDrift.inc({ kind: held ? "different" : "missing" });
    log.warn({ machine, held: held?.text ?? null, right: right.text }, "the stock in Redis had drifted");
    await redisStock.write([{ machine, ...right, ...(held ? { overrules: held.asOf } : {}) }]);
  };

  /** Returns how many machines were compared, and how many had drifted and are right again. */
  const check = async (): Promise<{ compared: number; drifted: number }> => {
    const { compared, found } = await compareAll();
    if (found.length === 0) return { compared, drifted: 0 };
    await pause(limits.stock.confirmMs, undefined, { signal: stopping.signal });
    const before = new Map(found.map(({ machine, held }) => [machine, held?.asOf]));
    const again = await compare([...before.keys()].map((machine) => new ObjectId(machine)));
    const drifted = again.filter(({ machine, held }) => held?.asOf === before.get(machine));
    for (const one of drifted) await repair(one);
    return { compared, drifted: drifted.length };
  };

  const fill = async () => {
    if (isBuilt && (await redisStock.isLoaded())) return;
    await keeper.rebuild();
    isBuilt = true;
  };
  // Nobody publishes again what was missed while history was lost.
  feed.onGap(() => {
    isBuilt = false;
  });

  /** Every `ms`, one at a time; a store that is away is tried again next time. */
  const every = (ms: number, what: string, work: () => Promise<unknown>) => {
    let running = false;
    const run = async () => {
      if (running) return;
      running = true;
      try {
        await work();
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, `${what} will be tried again`);
      } finally {
        running = false;
      }
    };
    const timer = setInterval(() => void run(), ms);
    stopping.signal.addEventListener("abort", () => clearInterval(timer));
    return run;
  };

  return {
    check,
    start: (): void => {
      const { watchEveryMs, checkEveryMs } = limits.stock;
      const fillNow = every(watchEveryMs, "filling Redis with the stock", fill);
      every(checkEveryMs, "comparing the stock", async () => {
        if (await redisStock.takesTurn(checkEveryMs * 0.9)) await check();
      });
      void fillNow();
    },
    stop: (): void => stopping.abort(),
  };
};
