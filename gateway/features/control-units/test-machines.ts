import type { ObjectId } from "mongodb";
import type { listTestMachines } from "#shared/control-units/control-unit.api.ts";
import type { CallParts, CallReply } from "#shared/http/endpoint.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { createUnitsOfMachines } from "#shared/machines/units-of-machines.server.ts";
import type { ProfileDocument } from "#shared/products/goods.document.server.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { findMachine } from "../../records/find-machine.ts";

type ListedMachine = Pick<MachineDocument, "_id" | "name" | "vendingMachineId" | "profile">;
type ListedProfile = Pick<ProfileDocument, "_id" | "brands">;
/** The first of each list belong to one container, and so on. */
interface MachineContainers {
  _id: ObjectId;
  labels: string[];
  working: boolean[];
}
const byId = <R extends { _id: ObjectId }>(records: R[]) =>
  new Map(records.map((record) => [record._id.toHexString(), record]));

type Query = CallParts<typeof listTestMachines>["query"];

/**
 * What the test panel offers: five reads however many machines there are. Containers with deposit products are left
 * out.
 */
export const createTestMachines = ({ collections, readAsOf }: Pick<Mongo, "collections" | "readAsOf">) => {
  const { machines, productProfiles, products, containers } = collections;
  const { registered } = createUnitsOfMachines(collections);

  /** The machines with a registered unit: all of them, or the named one. */
  const withUnit = async (dbSession: DbSession, named: string | undefined): Promise<ObjectId[]> => {
    if (named === undefined) return (await registered.all(dbSession)).map(({ machine }) => machine);
    const machine = await findMachine({ collections }, dbSession, named);
    const unit = machine && (await registered.of(machine._id, dbSession));
    return unit ? [unit.machine] : [];
  };

  const machinesOf = (dbSession: DbSession, ids: ObjectId[]): Promise<ListedMachine[]> =>
    machines
      .find({ _id: { $in: ids } }, { session: dbSession })
      .project<ListedMachine>({ name: 1, vendingMachineId: 1, profile: 1 })
      .sort({ name: 1 })
      .toArray();

  const profilesOf = (dbSession: DbSession, ids: ObjectId[]): Promise<ListedProfile[]> =>
    productProfiles
      .find({ _id: { $in: ids } }, { session: dbSession })
      .project<ListedProfile>({ "brands.brand": 1, "brands.product": 1 })
      .toArray();

  const depositsIn = async (dbSession: DbSession, profiles: Iterable<ListedProfile>): Promise<Set<string>> => {
    const offered = [...profiles].flatMap(({ brands }) => brands.map(({ product }) => product));
    const found = await products
      .find({ _id: { $in: [...distinct(offered)] }, productType: "deposit" }, { session: dbSession })
      .project<{ _id: ObjectId }>({ _id: 1 })
      .toArray();
    return new Set(found.map(({ _id }) => _id.toHexString()));
  };

  /** One record per machine: one per container would cost the reader much more. */
  const containersOf = (dbSession: DbSession, ids: ObjectId[]): Promise<MachineContainers[]> =>
    containers
      .aggregate<MachineContainers>(
        [
          { $match: { machine: { $in: ids } } },
          { $sort: { machine: 1, channel: 1 } },
          { $group: { _id: "$machine", labels: { $push: "$label" }, working: { $push: "$isWorking" } } },
        ],
        { session: dbSession, hint: "channel" },
      )
      .toArray();

  return async ({ upTo, vendingMachine }: Query): Promise<CallReply<typeof listTestMachines>> => {
    const isList = upTo !== undefined && vendingMachine === undefined;
    const total = isList ? await machines.estimatedDocumentCount() : 0;
    const areMany = total > (upTo ?? 0);
    const { found, asOf } = await readAsOf(async (dbSession) => {
      const listed = await machinesOf(dbSession, areMany ? [] : await withUnit(dbSession, vendingMachine));
      const profiles = byId(await profilesOf(dbSession, [...distinct(listed.map(({ profile }) => profile))]));
      const deposits = await depositsIn(dbSession, profiles.values());
      const held = byId(await containersOf(dbSession, ids(listed)));
      return listed.map((machine) => ({
        machine,
        brands: (profiles.get(machine.profile.toHexString())?.brands ?? []).filter(
          ({ product }) => !deposits.has(product.toHexString()),
        ),
        held: held.get(machine._id.toHexString()),
      }));
    });
    return {
      vendingMachines: found.map(({ machine: { _id, name, vendingMachineId }, brands, held }) => ({
        _id: _id.toHexString(),
        vendingMachineId,
        name,
        brands: brands.map(({ brand, product }) => ({ brand, product: product.toHexString() })),
        containers: held?.labels ?? [],
        working: (held?.labels ?? []).filter((_, i) => held?.working[i]),
      })),
      ...(areMany && { total }),
      asOf,
    };
  };
};
const ids = (records: { _id: ObjectId }[]) => records.map(({ _id }) => _id);
const distinct = (found: ObjectId[]) => new Map(found.map((id) => [id.toHexString(), id])).values();
