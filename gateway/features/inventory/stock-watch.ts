import { setTimeout as pause } from "node:timers/promises";
import { ObjectId } from "mongodb";
import type { ClusterTime } from "#shared/http/fields.ts";
import type { ChangeFeed, GatewayParts } from "../../parts.ts";
import type { InventoryRepository } from "./inventory.repository.ts";
import { readMissedStock } from "./missed-stock.ts";
import type { HeldText, RedisStockStore } from "./redis-stock.ts";
import { machinesPerRound, type StockKeeper } from "./stock-keeper.ts";
import type { StockReader } from "./stock-reader.ts";

type Parts = Pick<GatewayParts, "gatewayId" | "mongo" | "log" | "metrics" | "limits"> & {
  feed: Pick<ChangeFeed, "position">;
  inventory: InventoryRepository;
  keeper: StockKeeper;
  reader: StockReader;
  redisStock: RedisStockStore;
};

/** A machine whose stock in Redis is not what the database says. `held` is null where Redis has none. */
interface Difference {
  machine: string;
  held: HeldText | null;
  right: HeldText;
}

/** Machines that one gateway compares with the database each minute: 100,000 take 50 minutes. */
const machinesPerSlice = 2_000;

/**
 * Repairs what no change event shows: what changed while nobody looked is computed, Redis that was emptied is filled
 * again, and all of it is compared with the database, slice by slice. A difference counts as drift only if nobody has written that stock for a while.
 */
export const createStockWatch = (parts: Parts) => {
  const { gatewayId, mongo, log, metrics, limits, feed, inventory, keeper, reader, redisStock } = parts;
  const stopping = new AbortController();
  /** Redis has noted at least this moment. */
  let seen: ClusterTime = "";

  /** Redis is read before the database: what is newer there was written meanwhile. */
  const compare = async (machines: ObjectId[]): Promise<Difference[]> => {
    const held = await redisStock.readMany(machines.map((machine) => machine.toHexString()));
    const heldOf = new Map(machines.map((machine, index) => [machine.toHexString(), held[index] ?? null]));
    const { texts, asOf } = await reader.computeTexts(machines);
    return [...texts].flatMap(([machine, text]) => {
      const found = heldOf.get(machine) ?? null;
      return found?.text === text ? [] : { machine, held: found, right: { asOf, text } };
    });
  };

  const compareAll = async (batches: AsyncIterable<ObjectId[]>) => {
    const found: Difference[] = [];
    let compared = 0;
    let last: ObjectId | undefined;
    for await (const batch of batches) {
      found.push(...(await compare(batch)));
      compared += batch.length;
      last = batch.at(-1);
    }
    return { compared, found, last };
  };

  const repair = async ({ machine, held, right }: Difference) => {
    metrics.stockDrift.inc({ kind: held ? "different" : "missing" });
    log.warn({ machine, held: held?.text ?? null, right: right.text }, "the stock in Redis had drifted");
    await redisStock.write([{ machine, ...right, ...(held ? { overrules: held.asOf } : {}) }]);
  };

  /** Returns how many machines were compared, and how many had drifted and are right again. */
  const check = async (batches = inventory.machineBatches(machinesPerRound)) => {
    const { compared, found, last } = await compareAll(batches);
    if (found.length === 0) return { compared, drifted: 0, last };
    await pause(limits.stock.confirmMs, undefined, { signal: stopping.signal });
    const before = new Map(found.map(({ machine, held }) => [machine, held?.asOf]));
    const again = await compare([...before.keys()].map((machine) => new ObjectId(machine)));
    const drifted = again.filter(({ machine, held }) => held?.asOf === before.get(machine));
    for (const one of drifted) await repair(one);
    return { compared, drifted: drifted.length, last };
  };

  /** Goes on where the last slice of any gateway ended; one that was cut short is compared again. */
  const checkSlice = async (limit = machinesPerSlice): Promise<{ compared: number; drifted: number }> => {
    const checkedTo = await redisStock.checkedTo();
    const after = checkedTo === null ? null : new ObjectId(checkedTo);
    const { last, ...checked } = await check(inventory.machineBatches(machinesPerRound, { after, limit }));
    await redisStock.setCheckedTo(last && checked.compared === limit ? last.toHexString() : null);
    return checked;
  };

  /** Every gateway tries; the others go on from where the one that did it began. */
  const rebuild = async (): Promise<void> => {
    const from = feed.position();
    if (from === null || !(await redisStock.takeRebuild(gatewayId))) return;
    const misses = keeper.misses();
    await keeper.loadBrands();
    await keeper.rebuild(() => redisStock.extendRebuild(gatewayId));
    await redisStock.setLoaded(gatewayId, from);
    seen = from;
    keeper.makeUp(misses, new Map());
  };

  const catchUp = async (from: ClusterTime): Promise<void> => {
    const misses = keeper.misses();
    // Before the moment up to which changes are read: a brand that changes later is an event.
    await keeper.loadBrands();
    const missed = await readMissedStock(mongo, from);
    if (!missed) return redisStock.forget();
    seen = from;
    keeper.makeUp(misses, missed);
    log.info({ machines: missed.size }, "the stock of machines that changed meanwhile is being computed");
  };

  /** Each second: notes until when Redis has all changes, and makes up for those that it may not have. */
  const keepCurrent = async (): Promise<void> => {
    if (keeper.isCurrent()) {
      const to = keeper.upTo() ?? seen;
      if (await redisStock.advance(seen, to)) {
        if (to > seen) seen = to;
        return;
      }
      keeper.miss();
    }
    const from = await redisStock.upTo();
    await (from === null ? rebuild() : catchUp(from));
  };

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
    checkSlice,
    isCurrent: keeper.isCurrent,
    start: (): void => {
      const { watchEveryMs, checkEveryMs } = limits.stock;
      const begin = every(watchEveryMs, "keeping the stock in Redis current", keepCurrent);
      every(checkEveryMs, "comparing the stock", async () => {
        if (await redisStock.takesTurn(checkEveryMs * 0.9)) await checkSlice();
      });
      void begin();
    },
    stop: (): void => stopping.abort(),
  };
};
