import { expect, test } from "vitest";
import { isOwed, totalOf } from "./penalty.rules.ts";

test.each([
  { paid: false, canceled: false, owed: true },
  { paid: true, canceled: false, owed: false },
  { paid: false, canceled: true, owed: false },
  { paid: true, canceled: true, owed: false },
])("paid $paid, canceled $canceled is owed: $owed", ({ paid, canceled, owed }) => {
  expect(isOwed({ paid, canceled })).toBe(owed);
});

test.each([
  [10, 3, 30],
  [0.07, 3, 0.21],
  [1.15, 100, 115],
])("%d rupees, %d times, come to %d to the paisa", (amount, quantity, total) => {
  expect(totalOf({ amount, quantity })).toBe(total);
});
