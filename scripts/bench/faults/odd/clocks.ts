import type { Random } from "../../../simulator/random.ts";

const hour = 3_600_000;

/** What a unit's own clock says when it is so late; it stamps what the unit says and decides nothing. */
export type OddClock = (now: number) => number;

/** Clocks as units have them whose battery is empty, whose firmware is wrong or whose network sets them. */
export const oddClocks = (random: Random): Record<string, OddClock> => {
  const drifting = { began: Date.now() };
  let jump = { until: 0, by: 0 };
  let step = 0;
  return {
    "15 s behind": (now) => now - 15_000,
    "an hour ahead": (now) => now + hour,
    "of 1970": (now) => now - drifting.began,
    "of 2099": (now) => now + 73 * 365 * 24 * hour,
    "that runs fast by a fifth": (now) => now + (now - drifting.began) / 5,
    "that jumps every few seconds": (now) => {
      if (now > jump.until) jump = { until: now + random.between(500, 4_000), by: random.between(-hour, hour) };
      return now + jump.by;
    },
    "that runs backwards": (now) => {
      step += 1;
      return now - step * 1_000;
    },
    "of the year 1": () => Date.parse("0001-01-01T00:00:00Z"),
  };
};
