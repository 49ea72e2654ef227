import type { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import type { SheetColumn } from "#shared/sheets/sheet-value.ts";
import { serverDay } from "../../ui/day/server-day.ts";
import { saveSheet } from "../../ui/save-sheet.ts";
import { brandColumns, figuresOf, totalOf } from "./pivot.ts";

/** The pivot as it is shown, its total included: 'Inventory Data_{date}.xlsx'. */
export const saveInventory = (rows: readonly InventoryRow[], brands: readonly string[]): Promise<void> => {
  const columns: SheetColumn[] = [
    { head: "Vending Machine", width: 32 },
    { head: "Vending Machine Id", width: 20 },
    { head: "Total Containers" },
    { head: "Total Assigned" },
    ...brands.flatMap(() => brandColumns.map(([head]) => ({ head }))),
  ];
  return saveSheet({
    file: `Inventory Data_${serverDay()}.xlsx`,
    name: "Inventory Data",
    columns,
    groups: [["", 4], ...brands.map((brand): [string, number] => [brand, brandColumns.length])],
    rows: rows.map((row) => [row.vendingMachineName, row.vendingMachineId, ...figuresOf(row, brands)]),
    total: ["Total", "", ...figuresOf(totalOf(rows), brands)],
  });
};
