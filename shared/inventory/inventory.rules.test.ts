import { expect, test } from "vitest";
import { daysOld } from "./inventory.rules.ts";

const now = Date.UTC(2026, 5, 15, 12);
const hours = 3_600_000;

test.each([
  ["this very moment", 0, 0],
  ["a minute ago", hours / 60, 1],
  ["exactly one day ago", 24 * hours, 1],
  ["a day and a minute ago", 24 * hours + 60_000, 2],
  ["thirty days ago", 720 * hours, 30],
  ["by a clock ahead of ours", -hours, 0],
])("a can stocked %s is %#", (_, ago, days) => {
  expect(daysOld(now - ago, now)).toBe(days);
});
