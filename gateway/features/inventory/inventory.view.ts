import { addToPivot, noCans } from "#shared/inventory/inventory.rules.ts";
import type { CanInStock, InventoryRow } from "#shared/inventory/inventory.schema.ts";
import type { ContainerGroup, ListedMachine, StockedCan } from "./inventory.repository.ts";

type Brands = Map<string, string>;

/** One row per machine, those without containers included, in the order of the machines. */
export const inventoryRows = (machines: ListedMachine[], groups: ContainerGroup[], brands: Brands): InventoryRow[] => {
  const rows = new Map<string, InventoryRow>(
    machines.map(({ _id, name, vendingMachineId }) => [
      _id.toHexString(),
      {
        _id: _id.toHexString(),
        vendingMachineId,
        vendingMachineName: name,
        totalContainers: 0,
        totalAssignedContainers: 0,
        brands: {},
      },
    ]),
  );
  for (const { machine, product, containers, ...facts } of groups) {
    const row = rows.get(machine.toHexString());
    if (!row) continue;
    row.totalContainers += containers;
    if (!product) continue;
    row.totalAssignedContainers += containers;
    const brand = brands.get(product.toHexString()) ?? "";
    row.brands[brand] = addToPivot(row.brands[brand] ?? noCans, facts, containers);
  }
  return [...rows.values()];
};

export const canView = (can: StockedCan, brands: Brands, machines: Map<string, ListedMachine>): CanInStock => {
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
