import { expect, test } from "vitest";
import { countAt, openedOn } from "./cans.rules.ts";

test.each([
  [{ openedCans: 3, openedDay: "2026-11-22" }, 3],
  [{ openedCans: 3, openedDay: "2026-11-21" }, 0],
  [{ openedCans: 3, openedDay: "2026-11-23" }, 0],
  [{ openedCans: 0, openedDay: null }, 0],
])("of %j are today's: %i", (cans, opened) => {
  expect(openedOn("2026-11-22", cans)).toBe(opened);
});

const brand = (product: string, totalCans: number) => ({ _id: product, product, brand: product, totalCans });
const current = {
  vendingMachines: [
    { vendingMachine: "a", brands: [brand("cola", 3), brand("lime", 5)] },
    { vendingMachine: "b", brands: [brand("cola", 7)] },
  ],
};

test.each([
  ["a", "cola", 3],
  ["a", "lime", 5],
  ["b", "cola", 7],
  ["b", "lime", 0],
  ["c", "cola", 0],
])("at machine %s of %s: %i cans", (machine, product, count) => {
  expect(countAt({ current }, machine, product)).toBe(count);
});
