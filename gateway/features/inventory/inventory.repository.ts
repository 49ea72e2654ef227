import type { ObjectId } from "mongodb";
import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";
import { createUnitsOfMachines } from "#shared/machines/units-of-machines.server.ts";
import type { DoorDocument } from "#shared/registration/unit.document.server.ts";
import { inBatches } from "#shared/runtime/in-batches.ts";
import { type DbSession, type Mongo, recordsPerBatch } from "#shared/runtime/mongo.ts";
import type { NamedMachine } from "../../records/find-machine.ts";
import type { StockedContainer, StockedMachine } from "./machine-stock.ts";

export type StockedCan = Pick<ContainerDocument, "_id" | "label" | "product" | "machine" | "stockedOn">;

/** Cans that stand in working containers of one machine, likewise. */
interface CansInStock {
  label: string[];
  product: number[];
  reserved: ({ until: Date | null; at: Date | null } | null)[];
}
interface MachineInStock {
  machine: Pick<StockedMachine, "_id" | "active">;
  cans: CansInStock;
}
const noCans: CansInStock = { label: [], product: [], reserved: [] };

const listed = { name: 1, vendingMachineId: 1 };
const ofStock = {
  _id: 0,
  machine: 1,
  channel: 1,
  label: 1,
  isWorking: 1,
  isReserved: 1,
  reservedUntil: 1,
  reservedAt: 1,
  isEmpty: 1,
  product: 1,
};

type NamedDoor = Pick<DoorDocument, "serialNumber" | "channel" | "boot" | "connectionNumber" | "receivedAt">;
/** Locks by channel, and when the unit last reported one. */
export interface NamedLocks {
  channels: Set<number>;
  lastAt: Date;
}

/** Said over a later connection, or later over the same one. */
const isLater = (door: NamedDoor, than: NamedDoor): boolean => {
  const [number, before] = [door.connectionNumber ?? 0, than.connectionNumber ?? 0];
  return number > before || (number === before && door.receivedAt > than.receivedAt);
};

/** A unit names all its locks after it has connected: those of the latest power-up are the ones it has. */
const namedBy = (doors: NamedDoor[], machineOf: Map<string, string>): Map<string, NamedLocks> => {
  const newest = new Map<string, NamedDoor>();
  for (const door of doors) {
    const known = newest.get(door.serialNumber);
    if (!known || isLater(door, known)) newest.set(door.serialNumber, door);
  }
  const named = new Map<string, NamedLocks>();
  for (const { serialNumber, boot, channel, receivedAt } of doors) {
    const machine = machineOf.get(serialNumber);
    if (machine === undefined || newest.get(serialNumber)?.boot !== boot) continue;
    const known = named.get(machine) ?? { channels: new Set(), lastAt: receivedAt };
    known.channels.add(channel);
    if (receivedAt > known.lastAt) known.lastAt = receivedAt;
    named.set(machine, known);
  }
  return named;
};

/** Only stock that is for sale or waits for somebody, fact by fact as in `readContainerFacts`: a tenth of the cost. */
const readInStock = async (
  { containers, machines }: Mongo["collections"],
  dbSession: DbSession,
  ids: ObjectId[],
  products: ObjectId[],
): Promise<MachineInStock[]> => {
  const wanted = await machines
    .find({ _id: { $in: ids } }, { session: dbSession })
    .project<Pick<StockedMachine, "_id" | "active">>({ active: 1 })
    .toArray();
  const until = { $ifNull: ["$reservedUntil", null] };
  const at = { $ifNull: ["$reservedAt", null] };
  const found = await containers
    .aggregate<CansInStock & { _id: ObjectId }>(
      [
        { $match: { machine: { $in: ids }, isWorking: true, isEmpty: false, product: { $ne: null } } },
        { $sort: { machine: 1, channel: 1 } },
        {
          $group: {
            _id: "$machine",
            label: { $push: "$label" },
            product: { $push: { $indexOfArray: [products, "$product"] } },
            reserved: { $push: { $cond: ["$isReserved", { until, at }, null] } },
          },
        },
      ],
      { session: dbSession, batchSize: ids.length },
    )
    .toArray();
  const foundById = new Map(found.map((one) => [one._id.toHexString(), one]));
  return wanted.map((machine) => ({ machine, cans: foundById.get(machine._id.toHexString()) ?? noCans }));
};

export const createInventoryRepository = ({ collections }: Pick<Mongo, "collections">) => {
  const { containers, machines, products } = collections;
  return {
    containers,

    machines: (dbSession: DbSession): Promise<NamedMachine[]> =>
      machines
        .find({}, { session: dbSession, batchSize: recordsPerBatch })
        .project<NamedMachine>(listed)
        .sort({ name: 1 })
        .toArray(),

    machinesNamed: (dbSession: DbSession, ids: ObjectId[]): Promise<NamedMachine[]> =>
      machines
        .find({ _id: { $in: ids } }, { session: dbSession })
        .project<NamedMachine>(listed)
        .toArray(),

    /** Products are few: all of them, by id. */
    brands: async (dbSession?: DbSession): Promise<Map<string, string>> => {
      const all = await products
        .find({}, { session: dbSession })
        .project<{ _id: ObjectId; brand: string }>({ brand: 1 })
        .toArray();
      return new Map(all.map(({ _id, brand }) => [_id.toHexString(), brand]));
    },

    /** The ids of machines in their order, some at a time: of all, or of `limit` after one. */
    machineBatches: (size: number, slice?: { after: ObjectId | null; limit: number }): AsyncGenerator<ObjectId[]> => {
      const filter = slice?.after ? { _id: { $gt: slice.after } } : {};
      const found = machines
        .find(filter, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(slice?.limit ?? 0);
      return inBatches(
        found.map(({ _id }) => _id),
        size,
      );
    },

    /** The containers from which machines' stock is computed, in the order of their channels. */
    stocked: async (
      dbSession: DbSession,
      ids: ObjectId[],
    ): Promise<{ machine: StockedMachine; containers: StockedContainer[] }[]> => {
      const wanted = await machines
        .find({ _id: { $in: ids } }, { session: dbSession })
        .project<StockedMachine>({ ...listed, active: 1 })
        .toArray();
      const found = await containers
        .find({ machine: { $in: ids } }, { session: dbSession })
        .project<StockedContainer>(ofStock)
        .sort({ machine: 1, channel: 1 })
        .toArray();
      const held = new Map(wanted.map((machine) => [machine._id.toHexString(), [] as StockedContainer[]]));
      for (const container of found) held.get(container.machine.toHexString())?.push(container);
      return wanted.map((machine) => ({ machine, containers: held.get(machine._id.toHexString()) ?? [] }));
    },

    inStock: (dbSession: DbSession, ids: ObjectId[], products: ObjectId[]): Promise<MachineInStock[]> =>
      readInStock(collections, dbSession, ids, products),

    /**
     * Locks that these machines' units have named since they were last switched on, and when they last reported one.
     */
    namedLocks: async (dbSession: DbSession, ids: ObjectId[]): Promise<Map<string, NamedLocks>> => {
      const units = await createUnitsOfMachines(collections).registered.among(ids, dbSession);
      const machineOf = new Map(units.map(({ serialNumber, machine }) => [serialNumber, machine.toHexString()]));
      const doors = await collections.doors
        .find({ serialNumber: { $in: [...machineOf.keys()] } }, { session: dbSession })
        .project<NamedDoor>({ _id: 0, serialNumber: 1, channel: 1, boot: 1, connectionNumber: 1, receivedAt: 1 })
        .toArray();
      return namedBy(doors, machineOf);
    },

    serialNumberOf: async (dbSession: DbSession, machine: ObjectId): Promise<string | null> =>
      (await createUnitsOfMachines(collections).registered.of(machine, dbSession))?.serialNumber ?? null,
  };
};
export type InventoryRepository = ReturnType<typeof createInventoryRepository>;
