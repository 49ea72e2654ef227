import { expect, test } from "vitest";
import { countsOf, usualHoursOf, weekMs } from "./at-risk.rules.ts";

const hour = 3_600_000;
const minute = 60_000;
/** A Tuesday, 10:00 UTC. */
const tuesday = Date.UTC(2026, 10, 24, 10);
const longAgo = tuesday - 100 * weekMs;

/** What one sale a given time before or after the beginning of the outage, `weeks` earlier, adds to the usual sales. */
const shareOf = (lasts: number, offset: number, weeks: number, since = longAgo): number | null => {
  const usual = usualHoursOf({ from: tuesday, before: tuesday + lasts }, since);
  if (!usual) return null;
  const at = tuesday - weeks * weekMs + offset;
  const isRead = usual.spans.some(({ from, before }) => at >= from && at < before);
  return isRead ? countsOf(usual, at) / usual.weeks : 0;
};

test.for<[words: string, lasts: number, offset: number, weeks: number, share: number]>([
  ["a sale in these hours a week ago is a quarter of the usual", 2 * hour, hour, 1, 1 / 4],
  ["and so is one four weeks ago", 2 * hour, hour, 4, 1 / 4],
  ["one five weeks ago is too old", 2 * hour, hour, 5, 0],
  ["one in the first moment counts", 2 * hour, 0, 2, 1 / 4],
  ["one in the moment before does not", 2 * hour, -1, 2, 0],
  ["one in the moment after the last does not", 2 * hour, 2 * hour, 2, 0],
  ["of an outage of half an hour the half hour counts", 30 * minute, 29 * minute, 1, 1 / 4],
  ["and the half hour after it does not", 30 * minute, 31 * minute, 1, 0],
  ["the same hour of another day does not count", 2 * hour, 25 * hour, 2, 0],
  ["an outage of nine days counts its first two days twice", 9 * 24 * hour, 30 * hour, 1, 2 / 4],
  ["and its other days once", 9 * 24 * hour, 72 * hour, 3, 1 / 4],
  ["an outage of a week counts each day once", weekMs, 100 * hour, 2, 1 / 4],
  ["what was sold after the outage began never counts", 9 * 24 * hour, 0, 0, 0],
])("%s", ([, lasts, offset, weeks, share]) => {
  expect(shareOf(lasts, offset, weeks)).toBe(share);
});

test("only weeks in which the machine existed from the first moment count", () => {
  expect(shareOf(2 * hour, hour, 1, tuesday - 2 * weekMs)).toBe(1 / 2);
  expect(shareOf(2 * hour, hour, 2, tuesday - 2 * weekMs)).toBe(1 / 2);
  // It was added in the middle of the week before the last.
  expect(shareOf(2 * hour, hour, 1, tuesday - 2 * weekMs + hour)).toBe(1);
  expect(shareOf(2 * hour, hour, 2, tuesday - 2 * weekMs + hour)).toBe(0);
});

test("nothing is usual of a machine younger than a week, nor before any time has passed", () => {
  expect(shareOf(2 * hour, hour, 1, tuesday - weekMs + 1)).toBeNull();
  expect(shareOf(0, 0, 1)).toBeNull();
  expect(shareOf(-hour, 0, 1)).toBeNull();
});
