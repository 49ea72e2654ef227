import { readInventory } from "#shared/inventory/inventory.api.ts";
import type { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import type { MachineRecord } from "#shared/machines/machine.schema.ts";
import type { EventHandlers } from "../live/follow.ts";
import { withoutRecord, withRecord } from "../live/records.ts";
import { shortListOf } from "../live/short-list.ts";

const withMachine = (rows: InventoryRow[], { _id, name, vendingMachineId }: MachineRecord): InventoryRow[] => {
  const known = rows.find((row) => row._id === _id);
  if (known?.vendingMachineName === name) return rows;
  if (known) return rows.map((row) => (row === known ? { ...row, vendingMachineName: name } : row));
  const nothing = { totalContainers: 0, totalAssignedContainers: 0, brands: {} };
  return [...rows, { _id, vendingMachineId, vendingMachineName: name, ...nothing }];
};

export const inventoryHandlers: EventHandlers<InventoryRow[]> = {
  "machine.stock.changed": (rows, { row }) => withRecord(rows, row),
  "machine.changed": withMachine,
  "machine.removed": withoutRecord,
};

/** One row per machine, kept true while the page is open. */
export const wholeInventory = shortListOf({
  rooms: ["inventory", "machine-names"],
  endpoint: readInventory,
  pick: ({ stockData }) => stockData,
  handlers: inventoryHandlers,
});
export const { listAtom: inventoryAtom, manyAtom: manyInventoryAtom } = wholeInventory;
