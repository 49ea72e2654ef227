import type { OwedCans } from "#shared/cans/cans.schema.ts";
import { noCans } from "#shared/inventory/inventory.rules.ts";
import type { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import { countsOf } from "./pivot.ts";

/** Cans of a brand that customers have still to take at a machine, beside those that stand there. */
export interface OwedRow {
  id: string;
  vendingMachine: string;
  machineName: string;
  brand: string;
  inStock: number;
  owed: number;
  /** More are owed than stand there. */
  missing: number;
}

/** What is owed, machine by machine, where most is missing first; `find` narrows by a machine's name or id. */
export const owedRows = (owed: readonly OwedCans[], stock: readonly InventoryRow[], find: string): OwedRow[] => {
  const machines = new Map(stock.map((row) => [row._id, row]));
  const wanted = find.trim().toLowerCase();
  return owed
    .flatMap(({ vendingMachine, product, brand, cans }): OwedRow[] => {
      const machine = machines.get(vendingMachine);
      const machineName = machine?.vendingMachineName ?? vendingMachine;
      const isFound = `${machineName}\n${machine?.vendingMachineId ?? ""}`.toLowerCase().includes(wanted);
      if (cans <= 0 || !isFound) return [];
      const { inStock } = machine ? countsOf(machine, brand) : noCans;
      const id = `${vendingMachine} ${product}`;
      return [{ id, vendingMachine, machineName, brand, inStock, owed: cans, missing: Math.max(0, cans - inStock) }];
    })
    .sort(
      (a, b) => b.missing - a.missing || a.machineName.localeCompare(b.machineName) || a.brand.localeCompare(b.brand),
    );
};
