import type { ObjectId } from "mongodb";
import { addToPivot, noCans } from "#shared/inventory/inventory.rules.ts";
import type { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import type { Collections } from "#shared/runtime/collections.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { NamedMachine } from "./find-machine.ts";

/** All containers of one machine, fact by fact: the first of each list belong to one container, and so on. */
interface MachineContainers {
  _id: ObjectId;
  /** Places in a list of products; -1 is none. */
  product: number[];
  isWorking: boolean[];
  isEmpty: boolean[];
}

interface Wanted {
  products: ObjectId[];
  /** Left out, all machines are read. */
  among?: ObjectId[];
  dbSession?: DbSession;
}

/** Few enough that reading a batch keeps nobody waiting. */
const machinesPerBatch = 250;

/**
 * Many machines at once, out of the index `counts` alone: no container is read. Lists of facts, with products by their
 * place in `products`, because that costs least: counting in the database takes it twice as long, and one document per
 * container takes us ten times.
 */
export const readContainerFacts = (
  containers: Collections["containers"],
  { products, among, dbSession }: Wanted,
): Promise<MachineContainers[]> =>
  containers
    .aggregate<MachineContainers>(
      [
        ...(among ? [{ $match: { machine: { $in: among } } }] : []),
        {
          $group: {
            _id: "$machine",
            product: { $push: { $indexOfArray: [products, "$product"] } },
            isWorking: { $push: "$isWorking" },
            isEmpty: { $push: "$isEmpty" },
          },
        },
      ],
      { session: dbSession, hint: "counts", batchSize: machinesPerBatch },
    )
    .toArray();

const addContainers = (row: InventoryRow, { product, isWorking, isEmpty }: MachineContainers, brands: string[]) => {
  row.totalContainers = product.length;
  for (const [index, place] of product.entries()) {
    const brand = brands[place];
    if (brand === undefined) continue;
    row.totalAssignedContainers += 1;
    row.brands[brand] ??= { ...noCans };
    addToPivot(row.brands[brand], { isWorking: isWorking[index] === true, isEmpty: isEmpty[index] === true });
  }
};

/** Returns the row of each machine, without containers too. `brands` are those of the products, in their order. */
export const inventoryRowOf = (
  containers: MachineContainers[],
  brands: string[],
): ((machine: NamedMachine) => InventoryRow) => {
  const held = new Map(containers.map((one) => [one._id.toHexString(), one]));
  return ({ _id, name, vendingMachineId }) => {
    const row: InventoryRow = {
      _id: _id.toHexString(),
      vendingMachineId,
      vendingMachineName: name,
      totalContainers: 0,
      totalAssignedContainers: 0,
      // Without a prototype: a brand may be called "constructor".
      brands: Object.create(null),
    };
    const found = held.get(row._id);
    if (found) addContainers(row, found, brands);
    return row;
  };
};

/** Reads what makes the rows of all machines, or of some. */
export const readInventoryRows = async (
  { containers, products }: Pick<Collections, "containers" | "products">,
  dbSession: DbSession,
  among?: ObjectId[],
): Promise<(machine: NamedMachine) => InventoryRow> => {
  const all = await products
    .find({}, { session: dbSession })
    .project<{ _id: ObjectId; brand: string }>({ brand: 1 })
    .toArray();
  const ids = all.map(({ _id }) => _id);
  const facts = await readContainerFacts(containers, { products: ids, dbSession, ...(among ? { among } : {}) });
  return inventoryRowOf(
    facts,
    all.map(({ brand }) => brand),
  );
};
