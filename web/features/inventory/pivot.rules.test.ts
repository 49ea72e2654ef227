import { expect, test } from "vitest";
import type { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import {
  brandColumns,
  brandsOf,
  chosenBrands,
  figuresOf,
  isSoldOut,
  mostAtRiskFirst,
  soldOutFirst,
  stockLook,
  totalOf,
} from "./pivot.ts";

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

test.each([1, 2, 3, 4, 5])("the total is the sum of each column, whatever the machines' stock (%i)", (seed) => {
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

const machine = (totalContainers: number, brands: InventoryRow["brands"]): InventoryRow => ({
  _id: "a".repeat(24),
  vendingMachineId: "VM",
  vendingMachineName: "M",
  totalContainers,
  brands,
  totalAssignedContainers: Object.values(brands).reduce((sum, one) => sum + one.assignedContainers, 0),
});
const counts = (empty: number, inStock: number, disabled: number) => ({
  assignedContainers: empty + inStock + disabled,
  empty,
  inStock,
  disabled,
});

test("brands stand in the order of their names, and a machine without one has none of its cans", () => {
  const rows = [
    machine(10, { Mango: counts(1, 2, 3), cola: counts(0, 1, 0) }),
    machine(5, { constructor: counts(1, 1, 1), Apple: counts(2, 0, 0), cola: counts(1, 0, 0) }),
  ];
  const brands = brandsOf(rows);

  expect(brands).toEqual(["Apple", "cola", "constructor", "Mango"]);
  const none = [0, 0, 0, 0];
  expect(rows.map((row) => figuresOf(row, brands))).toEqual([
    [10, 7, ...none, ...[1, 0, 1, 0], ...none, ...[6, 1, 2, 3]],
    [5, 6, ...[2, 2, 0, 0], ...[1, 1, 0, 0], ...[3, 1, 1, 1], ...none],
  ]);
  expect(figuresOf(totalOf(rows), brands)).toEqual([
    ...[15, 13],
    ...[2, 2, 0, 0],
    ...[2, 1, 1, 0],
    ...[3, 1, 1, 1],
    ...[6, 1, 2, 3],
  ]);
});

test("the columns of a brand read as the specification says", () => {
  expect(brandColumns.map(([head]) => head)).toEqual(["Alloted", "Empty", "In-stock", "Disabled"]);
});

test.each([
  [0, 0, null],
  [8, 0, "out"],
  [8, 1, "low"],
  [8, 2, null],
  [1, 1, null],
])("of %s places of a brand %s have a can: %s", (assignedContainers, inStock, look) => {
  expect(stockLook({ assignedContainers, empty: assignedContainers - inStock, inStock, disabled: 0 })).toBe(look);
});

test("a machine is sold out by one of the brands that are looked at", () => {
  const none = { assignedContainers: 2, empty: 2, inStock: 0, disabled: 0 };
  const some = { assignedContainers: 2, empty: 1, inStock: 1, disabled: 0 };
  const row = { brands: { Cola: none, Lime: some } };

  expect(isSoldOut(row, ["Cola", "Lime"])).toBe(true);
  expect(isSoldOut(row, ["Lime", "constructor"])).toBe(false);
});

test.each([
  ["", ["Cola", "Lime, sweet"]],
  ['["Lime, sweet"]', ["Lime, sweet"]],
  ['["Gone"]', ["Cola", "Lime, sweet"]],
  ['["Lime', ["Cola", "Lime, sweet"]],
  ["7", ["Cola", "Lime, sweet"]],
])("an address that says %s chooses %s", (text, chosen) => {
  expect(chosenBrands(text, ["Cola", "Lime, sweet"])).toEqual(chosen);
});

test("nothing has a total of nothing", () => {
  expect(figuresOf(totalOf([]), ["Cola"])).toEqual([0, 0, 0, 0, 0, 0]);
});

test("on a phone the machine that lacks most stands first, the others as they stood", () => {
  const full = machine(3, { Cola: counts(0, 3, 0) });
  const alsoFull = machine(3, { Cola: counts(1, 2, 0), Mango: counts(0, 1, 0) });
  const one = machine(3, { Cola: counts(3, 0, 0), Mango: counts(0, 1, 0) });
  const two = machine(3, { Cola: counts(3, 0, 0), Mango: counts(2, 0, 1) });

  expect(soldOutFirst([full, one, alsoFull, two], ["Cola", "Mango"])).toEqual([two, one, full, alsoFull]);
  expect(soldOutFirst([full, one, alsoFull, two], ["Apple"])).toEqual([full, one, alsoFull, two]);
  const rupeesOf = (_row: unknown, out: readonly string[]) => out.length * 100;
  expect(mostAtRiskFirst([full, one, two], ["Cola", "Mango"], rupeesOf)).toEqual([two, one, full]);
  expect(mostAtRiskFirst([full, one, two], ["Apple"], rupeesOf)).toEqual([full, one, two]);
});
