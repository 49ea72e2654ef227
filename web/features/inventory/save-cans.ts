import { saveSheet } from "../../ui/save-sheet.ts";
import { type AgedCan, canColumns } from "./can-columns.tsx";

const widths = [32, 18, 14, 24, 20, 10];

/** cans_in_stock.xlsx: the columns of the screen, the moment of stocking as a date. */
export const saveCans = (rows: readonly AgedCan[]): Promise<void> =>
  saveSheet({
    file: "cans_in_stock.xlsx",
    name: "Cans In Stock",
    columns: canColumns.map(({ head }, at) => ({ head, width: widths[at] ?? 16 })),
    rows: rows.map(({ can, daysOld }) => [
      can.vendingMachine.name,
      can.vendingMachine.vendingMachineId,
      can.containerId,
      can.product.brand,
      new Date(can.updatedAt),
      daysOld,
    ]),
  });
