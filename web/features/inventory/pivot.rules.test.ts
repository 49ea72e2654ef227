import { expect, test } from "vitest";
import type { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import { brandColumns, brandsOf, figuresOf, totalOf } from "./pivot.ts";

/** The same numbers at every run. */
const createDice = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

const anyRow = (roll: (below: number) => number, at: number): InventoryRow => {
  const brands: InventoryRow["brands"] = {};
  for (const brand of ["Cola", "Lime Soda", "Mango", "constructor"]) {
    if (roll(3) === 0) continue;
    const [empty, inStock, disabled] = [roll(40), roll(40), roll(5)];
    brands[brand] = { assignedContainers: empty + inStock + disabled, empty, inStock, disabled };
  }
  const totalAssignedContainers = Object.values(brands).reduce((sum, one) => sum + one.assignedContainers, 0);
  return {
    _id: at.toString(16).padStart(24, "0"),
    vendingMachineId: `VM-${at}`,
    vendingMachineName: `Machine ${roll(1_000)}`,
    totalContainers: totalAssignedContainers + roll(9),
    totalAssignedContainers,
    brands,
  };
};

test.each([1, 2, 3, 4, 5])("the total is the sum of each column, whatever the machines hold (%i)", (seed) => {
  const roll = createDice(seed);
  const rows = Array.from({ length: roll(300) }, (_, at) => anyRow(roll, at));
  const brands = brandsOf(rows);

  const total = figuresOf(totalOf(rows), brands);

  const sums = rows
    .map((row) => figuresOf(row, brands))
    .reduce<number[]>((sum, figures) => figures.map((count, at) => count + (sum[at] ?? 0)), []);
  expect(total).toEqual(sums);
  expect(total).toHaveLength(2 + brands.length * brandColumns.length);
  expect(totalOf(rows.toReversed())).toEqual(totalOf(rows));
});

test("nothing has a total of nothing", () => {
  expect(figuresOf(totalOf([]), ["Cola"])).toEqual([0, 0, 0, 0, 0, 0]);
});
