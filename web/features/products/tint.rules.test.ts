import { expect, test } from "vitest";
import { initialOf, tintOf, tints } from "./tint.ts";

test("a brand keeps its tint, and the demo's brands do not all have the same", () => {
  expect(tintOf("Kochi Cola")).toBe(tintOf(" kochi cola "));
  const brands = [
    "Kochi Cola",
    "Ginger Fizz",
    "Monsoon Mango",
    "Tender Coconut",
    "Malabar Lime Soda",
    "Nilgiri Iced Tea",
  ];
  expect(new Set(brands.map(tintOf)).size).toBeGreaterThan(3);
  for (const brand of [...brands, "", "🥤"]) expect(tintOf(brand)).toBeLessThan(tints);
});

test.each([
  ["kochi cola", "K"],
  ["  7Up", "7"],
  ["(élan)", "É"],
  ["കോള", "ക"],
  ["", ""],
])("%s has the initial %s", (brand, initial) => {
  expect(initialOf(brand)).toBe(initial);
});
