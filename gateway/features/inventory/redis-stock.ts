import type { Redis } from "ioredis";
import * as z from "zod";
import { ClusterTime } from "#shared/http/fields.ts";
import { within } from "#shared/http/within.ts";
import { RedisStock } from "#shared/inventory/inventory.schema.ts";
import type { RedisKeys } from "#shared/runtime/redis-keys.ts";

/** What is for sale at a machine, and the moment of the database that it was computed from. */
export interface HeldStock {
  asOf: ClusterTime;
  stock: RedisStock;
}
/** As stored in Redis: `text` is the stock as JSON, which is the same for the same stock. */
export type HeldText = Pick<HeldStock, "asOf"> & { text: string };

const StockText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue("is not JSON");
      return z.NEVER;
    }
  })
  .pipe(RedisStock);
const Held = z.object({ asOf: ClusterTime, stock: z.string() });

/**
 * Swaps a machine's stock in one step. ARGV: asOf, stock, and a moment that may be replaced whatever is newer (or ''):
 * after a restore the database's time may lie before the one that Redis remembers.
 */
const swapScript = `
local held = redis.call('HGET', KEYS[1], 'asOf')
if held and held > ARGV[1] and held ~= ARGV[3] then return 0 end
redis.call('HSET', KEYS[1], 'asOf', ARGV[1], 'stock', ARGV[2])
return 1`;

interface Parts {
  redis: Redis;
  keys: RedisKeys;
  /** Redis must answer within this, in milliseconds. */
  redisMs: number;
}
type Write = HeldText & { machine: string; overrules?: ClusterTime };

/** The stock in Redis, per machine. Nothing here is ever added or subtracted: a stock is swapped as a whole. */
export const createRedisStock = ({ redis, keys, redisMs }: Parts) => {
  const answer = async (pipeline: ReturnType<Redis["pipeline"]>): Promise<unknown[]> => {
    const results = (await within(redisMs, "Redis", pipeline.exec())) ?? [];
    return results.map(([error, value]) => {
      if (error) throw error;
      return value;
    });
  };

  const readBucket = async (machines: string[]): Promise<[string, HeldText | null][]> => {
    const pipeline = redis.pipeline();
    for (const machine of machines) pipeline.hgetall(keys.stock(machine));
    return (await answer(pipeline)).map((fields, at) => {
      const held = Held.safeParse(fields);
      return [machines[at] ?? "", held.success ? { asOf: held.data.asOf, text: held.data.stock } : null];
    });
  };
  const readMany = async (machines: string[]): Promise<(HeldText | null)[]> => {
    const buckets = [...keys.byBucket(machines, (machine) => machine).values()];
    const found = new Map((await Promise.all(buckets.map(readBucket))).flat());
    return machines.map((machine) => found.get(machine) ?? null);
  };
  const writeBucket = async (stocks: Write[]): Promise<void> => {
    const pipeline = redis.pipeline();
    for (const { machine, asOf, text, overrules = "" } of stocks)
      pipeline.eval(swapScript, 1, keys.stock(machine), asOf, text, overrules);
    await answer(pipeline);
  };

  return {
    /** A stock of an older moment than the held one is left out. Rejects when Redis does not answer. */
    write: async (stocks: Write[]): Promise<void> => {
      const buckets = keys.byBucket(stocks, ({ machine }) => machine);
      await Promise.all([...buckets.values()].map(writeBucket));
    },

    readMany,

    /** Null when there is none, or none that can be read. */
    read: async (machine: string): Promise<HeldStock | null> => {
      const [held] = await readMany([machine]);
      if (!held) return null;
      const stock = StockText.safeParse(held.text);
      return stock.success ? { asOf: held.asOf, stock: stock.data } : null;
    },

    isLoaded: async (): Promise<boolean> => {
      const found = keys.allStockLoaded.map((key) => redis.exists(key));
      return (await within(redisMs, "Redis", Promise.all(found))).every((count) => count === 1);
    },
    setLoaded: async (): Promise<void> => {
      await within(redisMs, "Redis", Promise.all(keys.allStockLoaded.map((key) => redis.set(key, "1"))));
    },
    /** True for one gateway in `ms`. */
    takesTurn: async (ms: number): Promise<boolean> =>
      (await within(redisMs, "Redis", redis.set(keys.stockCheck, "1", "PX", ms, "NX"))) === "OK",
  };
};
export type RedisStockStore = ReturnType<typeof createRedisStock>;
