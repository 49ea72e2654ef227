import { expect, test } from "vitest";
import type { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import { owedRows } from "./owed-rows.ts";

const machine = (_id: string, vendingMachineName: string, brands: Record<string, number>): InventoryRow => ({
  _id,
  vendingMachineId: `VM-${_id}`,
  vendingMachineName,
  totalContainers: 9,
  totalAssignedContainers: 9,
  brands: Object.fromEntries(
    Object.entries(brands).map(([brand, inStock]) => [
      brand,
      { assignedContainers: 9, empty: 0, inStock, disabled: 0 },
    ]),
  ),
});
const stock = [machine("a", "Lobby", { Cola: 4, Lime: 1 }), machine("b", "Atrium", { Cola: 2 })];
const owes = (vendingMachine: string, brand: string, cans: number) => ({
  vendingMachine,
  product: brand.toLowerCase(),
  brand,
  cans,
});
const owed = [
  owes("a", "Cola", 3),
  owes("a", "Lime", 3),
  owes("b", "Cola", 5),
  owes("b", "Lime", 0),
  owes("c", "Cola", 1),
];
const incoming = (find: string) =>
  owedRows(owed, stock, find).map(({ machineName, brand, inStock, owed: cans, missing }) => [
    ...[machineName, brand, inStock, cans, missing],
  ]);

test("what is owed stands beside what is there, where most is missing first; nothing owed is no row", () => {
  expect(incoming("")).toEqual([
    ["Atrium", "Cola", 2, 5, 3],
    ["Lobby", "Lime", 1, 3, 2],
    ["c", "Cola", 0, 1, 1],
    ["Lobby", "Cola", 4, 3, 0],
  ]);
});

test.each([
  ["lob", ["Lobby", "Lobby"]],
  ["vm-b", ["Atrium"]],
  ["nowhere", []],
])("%s finds the machines %j", (find, names) => {
  expect(incoming(find).map(([name]) => name)).toEqual(names);
});
