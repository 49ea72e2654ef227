import { expect, test } from "vitest";
import { openedOn } from "./cans.rules.ts";

test.each([
  [{ openedCans: 3, openedDay: "2026-11-22" }, 3],
  [{ openedCans: 3, openedDay: "2026-11-21" }, 0],
  [{ openedCans: 3, openedDay: "2026-11-23" }, 0],
  [{ openedCans: 0, openedDay: null }, 0],
])("of %j are today's: %i", (cans, opened) => {
  expect(openedOn("2026-11-22", cans)).toBe(opened);
});
