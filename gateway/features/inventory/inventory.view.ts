import type { CanInStock } from "#shared/inventory/inventory.schema.ts";
import type { NamedMachine } from "../../records/find-machine.ts";
import type { StockedCan } from "./inventory.repository.ts";

type Brands = Map<string, string>;

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
