import type { Redis } from "ioredis";
import * as z from "zod";
import { ClusterTime } from "#shared/http/fields.ts";
import { within } from "#shared/http/within.ts";
import { RedisStock } from "#shared/inventory/inventory.schema.ts";
import type { RedisKeys } from "#shared/runtime/redis-keys.ts";

/** What is for sale at a machine, and the moment of the database that it was computed from. */
interface HeldStock {
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

/**
 * Stores the moment up to which Redis has all changes, unless a later one is stored. ARGV: the least moment that this
 * gateway knows to be stored, and the new one. Returns 0 if none is stored, or an earlier one: Redis has lost what was
 * written.
 */
const advanceScript = `
local held = redis.call('GET', KEYS[1])
if not held or held < ARGV[1] then return 0 end
if held < ARGV[2] then redis.call('SET', KEYS[1], ARGV[2]) end
return 1`;
/** Extends a lease (ARGV: who has it, milliseconds); 0 where another has it by now, or Redis was emptied. */
const extendScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])`;
/** A gateway that was killed while it computed all stock is followed by another after this long. */
const rebuildLeaseMs = 10_000;

interface Parts {
  redis: Redis;
  keys: RedisKeys;
  /** Redis must answer within this, in milliseconds. */
  redisMs: number;
}
type Write = HeldText & { machine: string; overrules?: ClusterTime };

const answer = async (pipeline: ReturnType<Redis["pipeline"]>, redisMs: number): Promise<unknown[]> => {
  const results = (await within(redisMs, "Redis", pipeline.exec())) ?? [];
  return results.map(([error, value]) => {
    if (error) throw error;
    return value;
  });
};

/** The stock in Redis, per machine. Nothing here is ever added or subtracted: a stock is swapped as a whole. */
export const createRedisStock = ({ redis, keys, redisMs }: Parts) => {
  const soon = <T>(reply: Promise<T>): Promise<T> => within(redisMs, "Redis", reply);
  /** Throws where another gateway computes all stock by now, or Redis was emptied meanwhile. */
  const extendRebuild = async (gateway: string): Promise<void> => {
    if ((await soon(redis.eval(extendScript, 1, keys.stockRebuild, gateway, rebuildLeaseMs))) !== 1)
      throw new Error("all stock is computed anew from its beginning");
  };

  const readBucket = async (machines: string[]): Promise<[string, HeldText | null][]> => {
    const pipeline = redis.pipeline();
    for (const machine of machines) pipeline.hgetall(keys.stock(machine));
    return (await answer(pipeline, redisMs)).map((fields, at) => {
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
    await answer(pipeline, redisMs);
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

    /** Redis has the stock of all machines, with whatever changed before this moment; null where it has not. */
    upTo: async (): Promise<ClusterTime | null> => {
      const found = await soon(Promise.all(keys.allStockLoaded.map((key) => redis.get(key))));
      const moments = found.map((moment) => ClusterTime.safeParse(moment));
      return moments.every(({ success }) => success) ? (moments.map(({ data = "" }) => data).sort()[0] ?? null) : null;
    },
    /** False if Redis was emptied, or returned with older data: the stored moment is earlier than `from`. */
    advance: async (from: ClusterTime, to: ClusterTime): Promise<boolean> => {
      const noted = keys.allStockLoaded.map((key) => redis.eval(advanceScript, 1, key, from, to));
      return (await soon(Promise.all(noted))).every((count) => count === 1);
    },
    /** Nothing that Redis has is known to be right: all is computed anew. */
    forget: async (): Promise<void> => {
      await soon(Promise.all(keys.allStockLoaded.map((key) => redis.del(key))));
    },

    /** True for the one gateway that computes all stock anew. It owes `extendRebuild`, and `setLoaded` at the end. */
    takeRebuild: async (gateway: string): Promise<boolean> =>
      (await soon(redis.set(keys.stockRebuild, gateway, "PX", rebuildLeaseMs, "NX"))) === "OK",
    extendRebuild,
    setLoaded: async (gateway: string, moment: ClusterTime): Promise<void> => {
      await extendRebuild(gateway);
      await soon(Promise.all(keys.allStockLoaded.map((key) => redis.set(key, moment))));
      await soon(redis.del(keys.stockRebuild));
    },

    /** True for one gateway in `ms`. */
    takesTurn: async (ms: number): Promise<boolean> =>
      (await soon(redis.set(keys.stockCheck, "1", "PX", ms, "NX"))) === "OK",
    /** The last machine that was compared in this check of everything; null before the first. */
    checkedTo: (): Promise<string | null> => soon(redis.get(keys.stockChecked)),
    setCheckedTo: async (machine: string | null): Promise<void> => {
      if (machine) await soon(redis.set(keys.stockChecked, machine));
      else await soon(redis.del(keys.stockChecked));
    },
  };
};
export type RedisStockStore = ReturnType<typeof createRedisStock>;
