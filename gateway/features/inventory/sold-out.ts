import { isDeepStrictEqual } from "node:util";
import { ObjectId } from "mongodb";
import type { Clock } from "#shared/runtime/clock.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { publishEvent } from "#shared/webhooks/publish-event.server.ts";
import type { InventoryRepository } from "./inventory.repository.ts";
import { soldOutProducts } from "./machine-stock.ts";

interface Parts {
  mongo: Pick<Mongo, "collections" | "inTransaction">;
  clock: Clock;
  inventory: Pick<InventoryRepository, "brands" | "stocked">;
}

/** The brands that are sold out at each machine, by machine id; null for a deactive machine, which is left as it is. */
export type SoldOut = Map<string, string[] | null>;

const latestOf = (since: Record<string, Date>): Date | null =>
  Object.values(since).reduce<Date | null>((latest, at) => (latest && latest > at ? latest : at), null);

/**
 * Publishes which brands of a machine are sold out, or for sale again. What was published last is stored, and compared
 * with the stock in the transaction that publishes: so each change is published once by whichever gateway comes first,
 * and what a killed one has missed by the next one.
 */
export const createSoldOutEvents = ({ mongo, clock, inventory }: Parts) => {
  const { soldOut } = mongo.collections;

  const settle = (machine: ObjectId): Promise<void> =>
    mongo.inTransaction(async (dbSession) => {
      const [stocked] = await inventory.stocked(dbSession, [machine]);
      const brands = await inventory.brands(dbSession);
      const at = new Date(clock.now());
      const present = stocked && soldOutProducts({ ...stocked, brands, now: at.getTime() });
      const known = await soldOut.findOne({ _id: machine }, { session: dbSession });
      if (!present || !known) return;
      const before = known.products.map(String);
      if (isDeepStrictEqual(before, present)) return;
      const products = present.map((product) => new ObjectId(product));
      // A brand that stays sold out keeps its moment, if it has one; the others have sold out just now.
      const since = Object.fromEntries(
        present.flatMap((product) => {
          const moment = before.includes(product) ? known.since?.[product] : at;
          return moment ? [[product, moment]] : [];
        }),
      );
      const stored = { products, since, lastSince: latestOf(since) };
      await soldOut.updateOne({ _id: machine }, { $set: stored }, { session: dbSession });
      const { vendingMachineId } = stocked.machine;
      const publish = (type: "machine.sold-out" | "machine.available", product: string) => {
        const stock = { machine: `${machine}`, vendingMachineId, product, brand: brands.get(product) ?? "" };
        return publishEvent(mongo, dbSession, { type, subject: machine, data: { stock }, at });
      };
      for (const product of present) if (!before.includes(product)) await publish("machine.sold-out", product);
      // A brand that a machine no longer offers is not announced as available.
      const offered = new Set(stocked.containers.map(({ product }) => String(product)));
      for (const product of before)
        if (!present.includes(product) && offered.has(product)) await publish("machine.available", product);
    });

  return {
    /** A machine that is seen for the first time has no changes yet. */
    publish: async (found: SoldOut): Promise<void> => {
      const machines = [...found].flatMap(([id, present]) => (present ? [{ _id: new ObjectId(id), present }] : []));
      if (machines.length === 0) return;
      const all = await soldOut.find({ _id: { $in: machines.map(({ _id }) => _id) } }).toArray();
      const known = new Map(all.map(({ _id, products }) => [_id.toHexString(), products.map(String)]));
      const at = new Date(clock.now());
      const unknown = machines.filter(({ _id }) => !known.has(_id.toHexString()));
      if (unknown.length > 0)
        await soldOut.bulkWrite(
          unknown.map(({ _id, present }) => {
            const products = present.map((product) => new ObjectId(product));
            const since = Object.fromEntries(present.map((product) => [product, at]));
            const stored = { products, since, lastSince: latestOf(since) };
            return { updateOne: { filter: { _id }, update: { $setOnInsert: stored }, upsert: true } };
          }),
        );
      for (const { _id, present } of machines) {
        const before = known.get(_id.toHexString());
        if (before && !isDeepStrictEqual(before, present)) await settle(_id);
      }
    },
  };
};
export type SoldOutEvents = ReturnType<typeof createSoldOutEvents>;
