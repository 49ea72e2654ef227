import { expect, test } from "vitest";
import type { Measured } from "#shared/machines/machine-history.schema.ts";
import { outagesOf, stripWords, unmeasuredOf } from "../../records/outages.ts";
import { lookOf, sinceWords, wordsOfDay } from "./measured-words.ts";

const now = Date.UTC(2026, 10, 21, 9);
const hours = (count: number) => new Date(now - count * 3_600_000).toISOString();
const measured = (facts: Partial<Measured>): Measured => ({
  since: hours(1_000),
  until: hours(0),
  days: [],
  gaps: [],
  ...facts,
});

test.each([
  [null, "unmeasured"],
  [1, "up"],
  [0.9995, "up"],
  [0.95, "partly"],
  [0.2, "down"],
])("a day of which %s was heard is %s", (share, look) => {
  expect(lookOf({ day: "2026-11-20", measured: 1, share })).toBe(look);
});

test.each([
  [{ day: "2026-11-20", measured: 1, share: 0.99999 }, false, "20 Nov 2026: 99.99 %"],
  [{ day: "2026-11-20", measured: 0.25, share: 1 }, false, "20 Nov 2026: 100 %, measured for 6 h"],
  [{ day: "2026-11-21", measured: 0.5, share: 1 }, true, "21 Nov 2026, so far: 100 %"],
  [{ day: "2026-11-20", measured: 0, share: null }, false, "20 Nov 2026: not measured"],
])("%o reads in words", (day, isToday, words) => {
  expect(wordsOfDay(day, isToday)).toBe(words);
});

test("what is hatched is said in words, and nothing where everything is measured", () => {
  const day = { day: "2026-11-20", measured: 1, share: 1 };
  const hatched = { ...day, measured: 0, share: null };

  expect(sinceWords(measured({ days: [day] }))).toBeNull();
  expect(sinceWords(measured({ days: [hatched, hatched, day] }))).toMatch(/^Measured since .*2 hatched days are not/);
  expect(sinceWords(measured({ since: null, days: [hatched] }))).toMatch(/^Not measured yet/);
});

test("an outage lies where it was in the last 24 hours; one that began before them is cut at their beginning", () => {
  const gaps = [
    { from: hours(30), to: hours(18) },
    { from: hours(6), to: null },
  ];

  const outages = outagesOf(measured({ gaps }));

  expect(outages.map(({ left, width }) => [left, width])).toEqual([
    [0, 25],
    [75, 25],
  ]);
  expect(outages[0]?.words).toMatch(/^Not heard since 20 Nov 2026, .* 12 h$/);
  expect(outages[1]?.words).toMatch(/until now, 6 h$/);
  expect(stripWords(measured({ gaps }), outages)).toBe("2 outages, 12 h in all");
});

test.each([
  [hours(1_000), 0, "No outage"],
  [hours(6), 75, "No outage; the first 18 h are not measured"],
  [null, 100, "It was never heard, so nothing is measured"],
])("of a machine that is heard since %s %s hundredths are hatched", (since, unmeasured, words) => {
  expect(unmeasuredOf(measured({ since }))).toBe(unmeasured);
  expect(stripWords(measured({ since }), [])).toBe(words);
});
