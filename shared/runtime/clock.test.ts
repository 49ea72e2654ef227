import { expect, test } from "vitest";
import { isWithin } from "./clock.ts";

test("a moment is within a second of now until the second is over, and never while it is in the future", () => {
  const now = 10_000;
  expect([8_999, 9_000, 9_001, 10_000, 10_001].map((at) => isWithin(1_000, at, now))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
});
