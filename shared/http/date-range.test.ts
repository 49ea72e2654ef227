import { expect, test } from "vitest";
import { DateBound, dayOf, isDateRange, momentsOf } from "./date-range.ts";

test.each([
  ["2026/11/21", "2026-11-21"],
  ["2026-11-21", "2026-11-21"],
  ["2026-11-21T10:00:00Z", "2026-11-21T10:00:00Z"],
])("%s is read", (text, day) => {
  expect(DateBound.parse(text)).toBe(day);
});

test.each(["21/11/2026", "2026-13-01", "2026-06-31", "yesterday", "", "2026-1-1"])("%j is an invalid date", (text) => {
  const parsed = DateBound.safeParse(text);

  expect(parsed.error?.issues[0]?.message).toBe("Invalid date");
});

test.each([
  [undefined, undefined, true],
  ["2026-01-01", "2026-01-01", true],
  ["2026-01-01", "2026-01-02", true],
  ["2026-01-02", "2026-01-01", false],
  ["2026-01-01", undefined, false],
  [undefined, "2026-01-01", false],
])("from %s to %s makes a range: %s", (start, end, valid) => {
  expect(isDateRange(start, end)).toBe(valid);
});

test("days are days of the zone, both ends inclusive", () => {
  expect(momentsOf("2026-03-01", "2026-03-02", "Asia/Kolkata")).toEqual({
    from: new Date("2026-02-28T18:30:00Z"),
    before: new Date("2026-03-02T18:30:00Z"),
  });
});

test("a day with a change of clocks has its own length", () => {
  const range = momentsOf("2026-03-29", "2026-03-29", "Europe/Berlin");

  expect((range?.before.getTime() ?? 0) - (range?.from.getTime() ?? 0)).toBe(23 * 3_600_000);
});

test("a moment belongs to the day of the zone", () => {
  expect(dayOf(Date.parse("2026-02-28T19:00:00Z"), "Asia/Kolkata")).toBe("2026-03-01");
});
