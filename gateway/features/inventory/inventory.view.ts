import { addToPivot, noCans } from "#shared/inventory/inventory.rules.ts";
import type { CanInStock, InventoryRow } from "#shared/inventory/inventory.schema.ts";
import type { NamedMachine } from "../../records/find-machine.ts";
import type { MachineContainers, StockedCan } from "./inventory.repository.ts";

type Brands = Map<string, string>;

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

export const canView = (can: StockedCan, brands: Brands, machines: Map<string, NamedMachine>): CanInStock => {
  const machine = machines.get(can.machine.toHexString());
  const product = can.product?.toHexString() ?? "";
  return {
    _id: can._id.toHexString(),
    containerId: can.label,
    product: { _id: product, brand: brands.get(product) ?? "" },
    vendingMachine: {
      _id: can.machine.toHexString(),
      name: machine?.name ?? "",
      vendingMachineId: machine?.vendingMachineId ?? "",
    },
    updatedAt: (can.stockedOn ?? new Date(0)).toISOString(),
  };
};
