import type { ObjectId } from "mongodb";
import type { Container } from "#shared/containers/container.schema.ts";
import type { ContainerDocument, MachineDocument } from "#shared/machines/machine.document.server.ts";
import { createUnitsOfMachines } from "#shared/machines/units-of-machines.server.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { readByIds } from "#shared/runtime/read-by-ids.ts";
import { containerView } from "./containers.view.ts";

export const createContainersRepository = ({ collections }: Pick<Mongo, "collections">) => {
  const { containers, machines, products, productProfiles, doors, canTransactions } = collections;
  const units = createUnitsOfMachines(collections);

  /** Channels of the machine's doors that its unit last called open. */
  const unlocked = async (dbSession: DbSession, machine: ObjectId): Promise<Set<number>> => {
    const unit = await units.registered.of(machine, dbSession);
    if (!unit) return new Set();
    const open = doors.find({ serialNumber: unit.serialNumber, isLocked: false }, { session: dbSession });
    return new Set(await open.map(({ channel }) => channel).toArray());
  };

  return {
    collection: containers,

    ofMachine: (dbSession: DbSession, machine: ObjectId): Promise<ContainerDocument[]> =>
      containers.find({ machine }, { session: dbSession }).sort({ channel: 1 }).toArray(),

    byId: (dbSession: DbSession, _id: ObjectId): Promise<ContainerDocument | null> =>
      containers.findOne({ _id }, { session: dbSession }),

    byIds: (dbSession: DbSession, machine: ObjectId, ids: ObjectId[]): Promise<ContainerDocument[]> =>
      containers
        .find({ _id: { $in: ids }, machine }, { session: dbSession })
        .sort({ channel: 1 })
        .toArray(),

    machine: (dbSession: DbSession, _id: ObjectId): Promise<MachineDocument | null> =>
      machines.findOne({ _id }, { session: dbSession }),

    /** Whether a machine with this profile may carry a product: only entries of type product count. */
    profileOffers: async (dbSession: DbSession, profile: ObjectId, product: ObjectId): Promise<boolean> =>
      (await productProfiles.findOne(
        { _id: profile, brands: { $elemMatch: { product, productType: "product" } } },
        { session: dbSession, projection: { _id: 1 } },
      )) !== null,

    /** The transaction that this reservation belongs to, while its can may come out, or has and still counts here. */
    claimedBy: (
      dbSession: DbSession,
      reservation: ObjectId,
      container: ObjectId,
    ): Promise<{ transactionId: string } | null> =>
      canTransactions.findOne(
        { _id: reservation, $or: [{ status: "pending" }, { containerDue: container }] },
        { session: dbSession, projection: { transactionId: 1 } },
      ),

    /** With brand and door as they are at the same moment. All of one machine. */
    show: async (dbSession: DbSession, found: ContainerDocument[]): Promise<Container[]> => {
      const [first] = found;
      if (!first) return [];
      const held = found.map(({ product }) => product);
      const productOf = await readByIds(products, dbSession, held, ["brand"]);
      const open = await unlocked(dbSession, first.machine);
      const brandOf = (product: ObjectId) => productOf(product)?.brand ?? "";
      return found.map((container) => containerView(container, { brandOf }, open));
    },
  };
};
export type ContainersRepository = ReturnType<typeof createContainersRepository>;
