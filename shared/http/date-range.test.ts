import { expect, test } from "vitest";
import { DateBound, dayBefore, isDateRange } from "./date-range.ts";
import { dayOf, momentsOf, startOfDay } from "./zone-days.ts";

test.each([
  ["2026/11/21", "2026-11-21"],
  ["2026-11-21", "2026-11-21"],
  ["2026-11-21T10:00:00Z", "2026-11-21T10:00:00Z"],
])("%s is read", (text, day) => {
  expect(DateBound.parse(text)).toBe(day);
});

test.each(["21/11/2026", "2026-13-01", "2026-06-31", "yesterday", "", "2026-1-1", "9999-12-31", "0026-11-21"])(
  "%j is an invalid date",
  (text) => {
    const parsed = DateBound.safeParse(text);

    expect(parsed.error?.issues[0]?.message).toBe("Invalid date");
  },
);

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

test.each([
  ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z"],
  ["America/Santiago", "2026-04-05", "2026-04-05T04:00:00Z"],
  ["America/Havana", "2026-03-08", "2026-03-08T05:00:00Z"],
  ["America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"],
  ["Asia/Amman", "2021-10-29", "2021-10-28T21:00:00Z"],
  ["Atlantic/Azores", "2026-03-29", "2026-03-29T01:00:00Z"],
  ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"],
  ["Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30:00Z"],
  ["Asia/Kolkata", "2026-11-22", "2026-11-21T18:30:00Z"],
])("%s: %s begins at %s, also where its clocks are changed at midnight", (zone, day, begins) => {
  const at = startOfDay(day, zone);

  expect(new Date(at)).toEqual(new Date(begins));
  expect([dayOf(at - 1, zone), dayOf(at, zone)]).toEqual([dayBefore(day), day]);
});
