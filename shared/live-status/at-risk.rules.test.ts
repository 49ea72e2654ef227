import { expect, test } from "vitest";
import { usualHoursOf, weekMs } from "./at-risk.rules.ts";

const hour = 3_600_000;
/** A Tuesday, 10:00 UTC. */
const tuesday = Date.UTC(2026, 10, 24, 10);
const longAgo = tuesday - 100 * weekMs;

const hoursOf = (lasts: number, since = longAgo) => usualHoursOf({ from: tuesday, before: tuesday + lasts }, since);

test("an outage is compared with the same hours of the four weeks before it", () => {
  expect(hoursOf(2 * hour)).toEqual({
    weeks: 4,
    start: tuesday - 4 * weekMs,
    whole: 0,
    restMs: 2 * hour,
    spans: [4, 3, 2, 1].map((weeks) => ({
      from: tuesday - weeks * weekMs,
      before: tuesday - weeks * weekMs + 2 * hour,
    })),
  });
});

test("of one that lasts a week or longer those weeks are read whole", () => {
  expect(hoursOf(9 * 24 * hour)).toMatchObject({
    whole: 1,
    restMs: 48 * hour,
    spans: [{ from: tuesday - 4 * weekMs, before: tuesday }],
  });
});

test.for<[words: string, age: number, weeks: number | undefined]>([
  ["of two weeks counts with both", 2 * weekMs, 2],
  ["of less than two weeks counts with the one that it saw from its first moment", 2 * weekMs - hour, 1],
  ["younger than a week has no usual hours", weekMs - 1, undefined],
])("a machine %s", ([, age, weeks]) => {
  expect(hoursOf(2 * hour, tuesday - age)?.weeks).toBe(weeks);
});

test.for([0, -hour])("before any time has passed nothing is usual (%s ms)", (lasts) => {
  expect(hoursOf(lasts)).toBeNull();
});
