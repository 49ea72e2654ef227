import * as fc from "fast-check";
import { expect, test } from "vitest";
import { dayAfter, dayBefore, daysFrom } from "../http/date-range.ts";
import {
  coveredBy,
  dueAfter,
  dueBefore,
  dueMoment,
  newestDue,
  repetitionWords,
  weekdayName,
} from "./schedule.rules.ts";
import type { Repetition } from "./schedule.schema.ts";

const daily: Repetition = { every: "day" };
const mondays: Repetition = { every: "week", weekday: 1 };
const monthly = (day: number): Repetition => ({ every: "month", day });
const zone = "Asia/Kolkata";

// 22 November 2026 is a Sunday.
test.each<[string, Repetition, string, string, string]>([
  ["each day", daily, "2026-12-31", "2026-12-30", "2027-01-01"],
  ["each Monday, on a Sunday", mondays, "2026-11-22", "2026-11-16", "2026-11-23"],
  ["each Monday, on a Monday", mondays, "2026-11-23", "2026-11-16", "2026-11-30"],
  ["the 1st", monthly(1), "2026-01-01", "2025-12-01", "2026-02-01"],
  ["the 31st, on 31 January", monthly(31), "2026-01-31", "2025-12-31", "2026-02-28"],
  ["the 31st, on 28 February", monthly(31), "2026-02-28", "2026-01-31", "2026-03-31"],
  ["the 31st of a leap year", monthly(31), "2028-02-01", "2028-01-31", "2028-02-29"],
  ["the 31st, in April", monthly(31), "2026-04-15", "2026-03-31", "2026-04-30"],
  ["the 30th, on 28 February", monthly(30), "2026-02-28", "2026-01-30", "2026-03-30"],
  ["the 30th, on 31 December", monthly(30), "2026-12-31", "2026-12-30", "2027-01-30"],
])("a report of %s is due before and after", (_, repetition, day, before, after) => {
  expect([dueBefore(repetition, day), dueAfter(repetition, day)]).toEqual([before, after]);
});

const aRepetition = fc.oneof(
  fc.constant(daily),
  fc.integer({ min: 1, max: 7 }).map((weekday): Repetition => ({ every: "week", weekday })),
  fc.integer({ min: 1, max: 31 }).map(monthly),
);
const aDay = fc
  .integer({ min: 0, max: 4_000 })
  .map((days) => new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10));

test("its files cover every day once", async () => {
  await fc.assert(
    fc.property(aRepetition, aDay, (repetition, day) => {
      let due = dueAfter(repetition, day);
      expect(dueBefore(repetition, dueAfter(repetition, due))).toBe(due);
      const covered: string[] = [];
      const first = coveredBy(repetition, due).startDate;
      for (let n = 0; n < 5; n += 1, due = dueAfter(repetition, due)) {
        const { startDate, endDate } = coveredBy(repetition, due);
        covered.push(...daysFrom(startDate, endDate));
      }
      expect(covered).toEqual(daysFrom(first, dayBefore(dueBefore(repetition, due))));
    }),
  );
});

// 00:15 in Asia/Kolkata is 18:45 UTC of the day before.
test.each([
  ["before it is due the first time", "2026-11-19T18:44:59.999Z", "2026-11-20"],
  ["at its quarter past midnight", "2026-11-19T18:45:00.000Z", "2026-11-20"],
  ["two days late, a moment before the third", "2026-11-22T18:44:59.999Z", "2026-11-22"],
  ["three days late", "2026-11-22T18:45:00.000Z", "2026-11-23"],
  ["after a year in which nothing ran", "2027-11-20T00:00:00.000Z", "2027-11-20"],
])("%s the newest one is made, and none of those that were missed", (_, now, newest) => {
  expect(newestDue(daily, "2026-11-20", Date.parse(now), zone)).toBe(newest);
});

test("a day begins where its zone says, also when clocks are turned", () => {
  const newYork = "America/New_York";
  for (const day of ["2026-03-08", "2026-11-01", "2026-07-01"])
    expect(newestDue(daily, day, dueMoment(day, newYork), newYork)).toBe(day);
  expect(dueMoment(dayAfter("2026-03-08"), newYork) - dueMoment("2026-03-08", newYork)).toBe(23 * 3_600_000);
});

test("it is said in words", () => {
  expect([daily, mondays, monthly(5), monthly(28), monthly(29), monthly(30), monthly(31)].map(repetitionWords)).toEqual(
    [
      "Each day",
      "Each Monday",
      "Day 5 of each month",
      "Day 28 of each month",
      "Day 29 of each month, or its last",
      "Day 30 of each month, or its last",
      "The last day of each month",
    ],
  );
});

test("a week begins on Monday, and has no eighth day", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(weekdayName)).toEqual([
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
    "",
  ]);
});

test.each<[Repetition, string, string, string]>([
  [daily, "2026-11-23", "2026-11-22", "2026-11-22"],
  [mondays, "2026-11-23", "2026-11-16", "2026-11-22"],
  [monthly(1), "2026-12-01", "2026-11-01", "2026-11-30"],
])("a file of %j that is due on %s covers %s to %s", (repetition, due, startDate, endDate) => {
  expect(coveredBy(repetition, due)).toEqual({ startDate, endDate });
});

test("it is made a quarter of an hour after its day has begun", () => {
  expect(new Date(dueMoment("2026-11-20", zone)).toISOString()).toBe("2026-11-19T18:45:00.000Z");
});
