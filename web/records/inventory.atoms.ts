import { readInventory } from "#shared/inventory/inventory.api.ts";
import type { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import type { MachineRecord } from "#shared/machines/machine.schema.ts";
import { liveAtom } from "../live/live.atom.ts";
import { loadBy } from "../live/load-by.ts";
import { withoutRecord, withRecord } from "../live/records.ts";

const withMachine = (rows: InventoryRow[], { _id, name, vendingMachineId }: MachineRecord): InventoryRow[] => {
  const known = rows.find((row) => row._id === _id);
  if (known?.vendingMachineName === name) return rows;
  if (known) return rows.map((row) => (row === known ? { ...row, vendingMachineName: name } : row));
  const nothing = { totalContainers: 0, totalAssignedContainers: 0, brands: {} };
  return [...rows, { _id, vendingMachineId, vendingMachineName: name, ...nothing }];
};

/** One row per machine, kept true while the page is open. */
export const inventoryAtom = liveAtom<InventoryRow[]>({
  rooms: ["inventory", "machines"],
  load: loadBy(readInventory, {}, (reply) => reply.stockData),
  handlers: {
    "machine.stock.changed": (rows, { row }) => withRecord(rows, row),
    "machine.changed": withMachine,
    "machine.removed": withoutRecord,
  },
});
