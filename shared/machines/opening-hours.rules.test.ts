import { expect, test } from "vitest";
import { openSince } from "./opening-hours.rules.ts";
import { isUnderWork, longestWorkMs, underWorkText } from "./under-work.rules.ts";

const zone = "Asia/Kolkata";
/** Monday, 23 November 2026, at midnight in Kolkata. */
const midnight = Date.UTC(2026, 10, 22, 18, 30);
const at = (hour: number, ms = 0) => midnight + hour * 3_600_000 + ms;

const day = { from: "08:00", until: "20:00" };
const night = { from: "22:00", until: "06:00" };
test.each([
  ["without hours", null, at(3), 0],
  ["the whole day", { from: "09:00", until: "09:00" }, at(3), 0],
  ["before it opens", day, at(8, -1), null],
  ["as it opens", day, at(8), at(8)],
  ["within its hours, seconds after the minute", day, at(12, 34_567), at(8)],
  ["in its last minute", day, at(20, -1), at(8)],
  ["as it closes", day, at(20), null],
  ["after midnight of a night that began the day before", night, at(25), at(22)],
  ["after the night", night, at(30), null],
])("%s a machine is open since", (_when, hours, now, since) => {
  expect(openSince(hours, now, zone)).toBe(since);
});

test("a machine is under work until its work ends", () => {
  const now = at(12);
  const until = (ms: number) => ({ until: new Date(now + ms) });
  expect([until(1), until(0), null, undefined].map((work) => isUnderWork(work, now))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(underWorkText).toBe("This vending machine is under work and sells nothing meanwhile");
  expect(longestWorkMs).toBe(2_592_000_000);
});
