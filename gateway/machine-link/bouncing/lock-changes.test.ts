import { beforeEach, describe, expect, test } from "vitest";
import { createLockChanges, type LockChanges } from "./lock-changes.ts";

const limits = {
  changesPerMinute: 20,
  stored: { burst: 100, perSecond: 10 },
  restMs: { least: 500, most: 3_000 },
  rows: { burst: 50, perSecond: 1 },
  listEveryMs: 60_000,
};
const minute = 60_000;
let changes: LockChanges;
let now: number;
beforeEach(() => {
  changes = createLockChanges(limits);
  now = 1_000_000_000;
});

/** One lock changes this often; returns how many of its changes are listed. */
const moves = (times: number, channel = 1, unit = "CU-1"): number =>
  Array.from({ length: times }, (_, i) => changes.note(unit, channel, i % 2 === 0, now)).filter(Boolean).length;

describe("a lock that bounces", () => {
  test("is listed change by change until it has changed more often than doors do", () => {
    expect(moves(30)).toBe(20);
    expect(changes.bounceOf("CU-1", now)).toEqual({ changes: 30, locks: [{ channel: 1, changes: 30 }] });
  });

  test("is listed again when a minute has passed without much", () => {
    moves(30);
    now += 2 * minute;

    expect(changes.bounceOf("CU-1", now)).toBeNull();
    expect(moves(5)).toBe(5);
  });

  test("still bounces half a minute later, and has not changed as often by then", () => {
    moves(60);
    now += 1.5 * minute;

    expect(changes.bounceOf("CU-1", now)?.locks).toEqual([{ channel: 1, changes: 30 }]);
  });

  test("keeps the other locks of its unit listed", () => {
    moves(30);

    expect(moves(6, 2)).toBe(6);
    expect(changes.bounceOf("CU-1", now)?.locks).toEqual([{ channel: 1, changes: 30 }]);
  });

  test("says less after each storing, as long as it bounces", () => {
    moves(20);
    expect(changes.restMs("CU-1", now)).toBe(0);
    moves(1);
    expect(changes.restMs("CU-1", now)).toBe(500);
  });
});

test("a lock that is said to be the same again and again does not bounce", () => {
  for (let i = 0; i < 40; i += 1) changes.note("CU-1", 1, true, now);

  expect(changes.bounceOf("CU-1", now)).toBeNull();
  expect(changes.restMs("CU-1", now)).toBe(0);
});

describe("a unit of which many locks move at once", () => {
  const allMove = (locks: number) => {
    for (let channel = 1; channel <= locks; channel += 1) changes.note("CU-1", channel, true, now);
  };

  test("need not rest for one full report of what nobody knew", () => {
    allMove(100);

    expect(changes.restMs("CU-1", now)).toBe(0);
  });

  test("rests for what it owes, at most so long, and not when time has passed", () => {
    allMove(110);
    expect(changes.restMs("CU-1", now)).toBe(1_000);
    allMove(500);
    expect(changes.restMs("CU-1", now)).toBe(3_000);
    now += 2_000;
    expect(changes.restMs("CU-1", now)).toBe(1_000);
    now += 1_000;
    expect(changes.restMs("CU-1", now)).toBe(0);
  });

  test("rests also for what is as it was, if it says so again and again", () => {
    for (let report = 1; report <= 5; report += 1) {
      expect(changes.restMs("CU-1", now)).toBe(0);
      changes.noteUnchanged("CU-1", 100, now);
    }
    expect(changes.restMs("CU-1", now)).toBe(2_500);
    expect(changes.bounceOf("CU-1", now)).toBeNull();
  });

  test("adds so many rows to the history and is counted then; it is flagged, whichever locks they were", () => {
    const listed = Array.from({ length: 80 }, (_, i) => changes.note("CU-1", i + 1, true, now)).filter(Boolean);

    expect(listed).toHaveLength(51);
    expect(changes.bounceOf("CU-1", now)).toEqual({ changes: 80, locks: [] });
    expect(changes.bounceOf("CU-2", now)).toBeNull();
    now += 2 * minute;
    expect(changes.bounceOf("CU-1", now)).toBeNull();
  });
});

test("a lock that moves as doors do is listed again soon after the clock was set back", () => {
  expect(moves(4)).toBe(4);
  now -= 60 * minute;
  moves(2);

  now += 2 * minute;

  expect(moves(4)).toBe(4);
  expect(changes.bounceOf("CU-1", now)).toBeNull();
});
