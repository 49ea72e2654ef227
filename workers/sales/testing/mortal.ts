import type { Mongo } from "#shared/runtime/mongo.ts";

type Stores = Pick<Mongo, "collections" | "readAsOf" | "serverTime">;

/** The stores of a worker that is killed before its nth write of sales: everything that it writes after that fails. */
export const mortal = (mongo: Mongo, lives: number): Stores => {
  let left = lives;
  const guarded = <T extends object>(collection: T): T =>
    new Proxy(collection, {
      get: (target, name) => {
        const found = Reflect.get(target, name);
        if (typeof found !== "function") return found;
        return (...given: unknown[]) => {
          if (/^(insert|update|findOneAnd)/.test(String(name))) left -= 1;
          if (left < 0) throw new Error("killed");
          return found.apply(target, given);
        };
      },
    });
  const { sales, salesProgress } = mongo.collections;
  const collections = { ...mongo.collections, sales: guarded(sales), salesProgress: guarded(salesProgress) };
  return { ...mongo, collections };
};
