import { expect, test } from "vitest";
import { bouncingText, isBouncing } from "./bouncing.rules.ts";

const until = "2026-11-22T09:00:00.000Z";
const lock = (channel: number, changes = 100) => ({ channel, changes });

test.each([
  [1, [lock(7, 840)], 860, "Lock 7 rattles: 840 changes in the last minute"],
  [2, [lock(7), lock(9)], 1_200, "Locks 7 and 9 rattle: 1,200 changes in the last minute"],
  [38, [lock(7), lock(9), lock(1)], 123_456, "Locks 7, 9, 1 and 35 more rattle: 1,23,456 changes in the last minute"],
  [0, [], 3_100, "Locks rattle: 3,100 changes in the last minute"],
])("of %i locks it is said: %#", (lockCount, worst, changes, text) => {
  expect(bouncingText({ until, changes, lockCount, worst })).toBe(text);
});

test("a flag is over with its time", () => {
  expect(isBouncing({ until }, Date.parse(until) - 1)).toBe(true);
  expect(isBouncing({ until }, Date.parse(until))).toBe(false);
  expect(isBouncing(null, 0)).toBe(false);
});
