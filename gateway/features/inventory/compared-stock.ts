import { setTimeout as pause } from "node:timers/promises";
import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { createOneRun, createSharedRun } from "#shared/concurrency/single-flight.ts";
import type { ClusterTime } from "#shared/http/fields.ts";
import { isRedisOff, stockDrifts } from "#shared/inventory/inventory.rules.ts";
import type { ComparedBrand, ComparedStock } from "#shared/inventory/inventory.schema.ts";
import { RedisStock } from "#shared/inventory/inventory.schema.ts";
import { isWithin } from "#shared/runtime/clock.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { requireMachine } from "../../records/find-machine.ts";
import { orStillReading } from "../../records/known.ts";
import { isLarge } from "../../records/many-machines.ts";
import type { InventoryRepository, NamedLocks } from "./inventory.repository.ts";
import { machineStock, type StockSnapshot } from "./machine-stock.ts";
import type { HeldText, RedisStockStore } from "./redis-stock.ts";
import { stockText } from "./stock-reader.ts";

type Parts = Pick<FeatureParts, "mongo" | "clock" | "limits" | "audit"> & {
  inventory: InventoryRepository;
  redisStock: RedisStockStore;
  /** In tests: whether all machines are too many for one call. */
  isMany?: () => Promise<boolean>;
};
/** What Redis has, what it should have, and what is shown of it. */
interface Compared {
  shown: ComparedStock;
  held: HeldText | null;
  right: HeldText;
}
interface AllCompared {
  found: Compared[];
  asOf: ClusterTime;
}
const machinesAtOnce = 100;
/**
 * The differences in a large network are searched for at most this often; each call reads the machines found so far
 * anew.
 */
const searchEveryMs = 600_000;
const searchingText = "The stock of all vending machines is being compared: try again in a few minutes";
const never: ClusterTime = "0".repeat(16);

/** By brand. A brand may be called `constructor`, which every object has. */
const availableOf = ({ available }: RedisStock): ReadonlyMap<string, number> => new Map(Object.entries(available));
const availableIn = (held: HeldText | null): ReadonlyMap<string, number> => {
  try {
    return held ? availableOf(RedisStock.parse(JSON.parse(held.text))) : new Map();
  } catch {
    return new Map();
  }
};

const idOf = ({ shown }: Compared) => shown.vendingMachine._id;

/** One machine's stock as all three sources have it. */
const sideBySide = (
  { machine, containers, brands, now }: StockSnapshot,
  held: HeldText | null,
  locks: NamedLocks | undefined,
): Omit<Compared, "right"> & { right: RedisStock } => {
  const { redisStock: right } = machineStock({ machine, containers, brands, now });
  const [inContainers, inRedis] = [availableOf(right), availableIn(held)];
  const offered = new Set(right.containers);
  const forSale = containers
    .filter(({ label }) => offered.has(label))
    .map(({ label, channel, product }) => ({
      label,
      brand: brands.get(product?.toHexString() ?? "") ?? "",
      isNamed: locks?.channels.has(channel) ?? true,
    }));
  const names = [...new Set([...inContainers.keys(), ...inRedis.keys()])].sort();
  const { _id, name, vendingMachineId } = machine;
  const ofBrand = (brand: string): ComparedBrand => ({
    brand,
    containers: inContainers.get(brand) ?? 0,
    redis: inRedis.get(brand) ?? 0,
    machine: locks ? forSale.filter((can) => can.brand === brand && can.isNamed).length : null,
  });
  return {
    held,
    right,
    shown: {
      vendingMachine: { _id: _id.toHexString(), name, vendingMachineId },
      brands: names.map(ofBrand),
      unknownToMachine: forSale.filter(({ isNamed }) => !isNamed).map(({ label }) => label),
      toldAt: locks?.lastAt.toISOString() ?? null,
    },
  };
};

/**
 * Stock side by side: the containers in the database, what Redis offers, and the locks that the machine's own unit has
 * named. What was just being written is no drift: whatever differs is looked at once more, a moment later.
 */
export const createComparedStock = (parts: Parts) => {
  const { mongo, clock, limits, audit, inventory, redisStock, isMany = () => isLarge(mongo) } = parts;
  /** Redis is read first: what is newer there was written meanwhile. */
  const once = async (machines: ObjectId[]): Promise<AllCompared> => {
    const held = await redisStock.readMany(machines.map((machine) => machine.toHexString()));
    const heldOf = new Map(machines.map((machine, at) => [machine.toHexString(), held[at] ?? null]));
    const { found, asOf } = await mongo.readAsOf(async (dbSession) => {
      const brands = await inventory.brands(dbSession);
      const named = await inventory.namedLocks(dbSession, machines);
      const stocked = await inventory.stocked(dbSession, machines);
      return stocked.map((one) => {
        const id = one.machine._id.toHexString();
        return sideBySide({ ...one, brands, now: clock.now() }, heldOf.get(id) ?? null, named.get(id));
      });
    });
    return { asOf, found: found.map((one) => ({ ...one, right: { asOf, text: stockText(one.right) } })) };
  };

  /** Machines in one read, however many there are. */
  const inBatches = async (batches: AsyncIterable<ObjectId[]> | Iterable<ObjectId[]>): Promise<AllCompared> => {
    const found: Compared[] = [];
    let latest = never;
    for await (const batch of batches) {
      const compared = await once(batch);
      latest = compared.asOf;
      found.push(...compared.found.filter(({ shown }) => stockDrifts(shown).length > 0));
    }
    return { found, asOf: latest };
  };

  const lookAgain = (ids: ObjectId[]): Promise<AllCompared> => {
    const batches = Math.max(1, Math.ceil(ids.length / machinesAtOnce));
    return inBatches(
      Array.from({ length: batches }, (_, at) => ids.slice(at * machinesAtOnce, (at + 1) * machinesAtOnce)),
    );
  };

  /** All that differ: what differs at both looks, and that nobody has written in Redis meanwhile. */
  const search = async (): Promise<AllCompared> => {
    const first = await inBatches(inventory.machineBatches(machinesAtOnce));
    if (first.found.length === 0) return first;
    await pause(limits.stock.confirmMs);
    const heldBefore = new Map(first.found.map((one) => [idOf(one), one.held?.asOf]));
    const again = await lookAgain([...heldBefore.keys()].map((id) => new ObjectId(id)));
    const found = again.found.filter((one) => !isRedisOff(one.shown) || one.held?.asOf === heldBefore.get(idOf(one)));
    return { found, asOf: again.asOf };
  };
  const searchOfFew = createSharedRun(search);

  let known: { at: number; ids: ObjectId[] } | null = null;
  const { run: searchMany } = createOneRun(async () => {
    const all = await search();
    known = { at: clock.now(), ids: all.found.map((one) => new ObjectId(idOf(one))) };
    return all;
  });
  const searchedOrWhy = orStillReading(searchMany, limits.httpMs * 0.8, searchingText);
  /** The search may take longer than a call may. It then goes on, and a later call gets what it found. */
  const differingOfMany = (): Promise<AllCompared> => {
    return known !== null && isWithin(searchEveryMs, known.at, clock.now()) ? lookAgain(known.ids) : searchedOrWhy();
  };

  const differing = async () => {
    const { found, asOf } = (await isMany()) ? await differingOfMany() : await searchOfFew();
    return { machines: found.map(({ shown }) => shown), asOf };
  };

  const findId = async (named: string): Promise<ObjectId> => (await requireMachine(mongo, undefined, named))._id;

  return {
    compare: async (named: string): Promise<{ machines: ComparedStock[]; asOf: ClusterTime }> => {
      if (named === "" || named === "all") return differing();
      const machine = await findId(named);
      const first = await once([machine]);
      const differs = first.found.some(({ shown }) => stockDrifts(shown).length > 0);
      if (differs) await pause(limits.stock.confirmMs);
      const { found, asOf } = differs ? await once([machine]) : first;
      return { machines: found.map(({ shown }) => shown), asOf };
    },

    /**
     * Replaces the stock in Redis by that of the containers, as the stock keeper does: a newer stock that was written
     * meanwhile stays. The audit records both.
     */
    rebuild: async (actor: Actor, named: string): Promise<{ stock: ComparedStock }> => {
      const machine = await findId(named);
      const [before] = (await once([machine])).found;
      if (!before) throw new Error("a machine went while its stock was rebuilt");
      const { held, right } = before;
      const id = machine.toHexString();
      await redisStock.write([{ machine: id, ...right, ...(held ? { overrules: held.asOf } : {}) }]);
      await mongo.inTransaction((dbSession) =>
        audit.write(dbSession, actor, {
          verb: "stock.rebuilt",
          record: { collection: "machines", id },
          before: { available: availableIn(held) },
          after: { available: availableIn(right) },
        }),
      );
      const [now] = (await once([machine])).found;
      return { stock: (now ?? before).shown };
    },
  };
};
