import { expect, test } from "vitest";
import { daysOfRange, rangeOfDays } from "./day-ranges.ts";

test.each([
  ["Today", "2026-11-22", "2026-11-22"],
  ["7 d", "2026-11-22", "2026-11-16"],
  ["30 d", "2026-11-22", "2026-10-24"],
  ["30 d", "2026-03-01", "2026-01-31"],
  ["This month", "2026-11-22", "2026-11-01"],
] as const)("%s on %s begins with %s and ends with the day", (range, today, startDate) => {
  expect(daysOfRange(range, today)).toEqual({ startDate, endDate: today });
  expect(rangeOfDays(startDate, today, today)).toBe(range);
});

test.each([
  ["2026-11-22", "2026-10-01", "2026-10-31"],
  ["2027-01-01", "2026-12-01", "2026-12-31"],
  ["2028-03-31", "2028-02-01", "2028-02-29"],
])("Last month on %s is the whole one before", (today, startDate, endDate) => {
  expect(daysOfRange("Last month", today)).toEqual({ startDate, endDate });
  expect(rangeOfDays(startDate, endDate, today)).toBe("Last month");
});

test("other days are none of them, and one day of the month is today", () => {
  expect(rangeOfDays("2026-11-15", "2026-11-22", "2026-11-22")).toBe("");
  expect(rangeOfDays("", "", "2026-11-22")).toBe("");
  expect(rangeOfDays("2026-11-01", "2026-11-01", "2026-11-01")).toBe("Today");
  expect(rangeOfDays("2026-11-01", "2026-11-01", "2026-11-01", ["30 d", "This month"])).toBe("This month");
});
