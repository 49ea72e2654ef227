import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { inventoryRowOf } from "./inventory-rows.ts";

test("a brand that is called like a property of every object is counted like any other", () => {
  const machine = { _id: new ObjectId(), name: "Gate 1", vendingMachineId: "VM-1" };
  const held = { _id: machine._id, product: [0, 0, 1], isWorking: [true, true, false], isEmpty: [true, false, true] };

  const row = inventoryRowOf([held], ["constructor", "Cola"])(machine);

  expect(Object.entries(row?.brands ?? {})).toEqual([
    ["constructor", { assignedContainers: 2, empty: 1, inStock: 1, disabled: 0 }],
    ["Cola", { assignedContainers: 1, empty: 0, inStock: 0, disabled: 1 }],
  ]);
});
