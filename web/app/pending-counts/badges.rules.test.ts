import { expect, test } from "vitest";
import type { PendingCounts } from "#shared/pending-counts/pending-counts.schema.ts";
import { badgesOf, isWorse } from "./badges.ts";
import { afterCount } from "./counted.ts";

const calm: PendingCounts = {
  countedAt: 1,
  online: 5,
  offline: 0,
  unavailable: 1,
  waitingUnits: 0,
  failedVends: 0,
  paymentsToCheck: 0,
  drifts: 0,
  accountDeletions: 0,
  alarms: 0,
};

test("each page says what waits there, in words that follow its name; one with nothing says nothing", () => {
  const waits = { ...calm, offline: 2, waitingUnits: 1, failedVends: 1_204, paymentsToCheck: 3, drifts: 1, alarms: 4 };

  expect(badgesOf(waits, 0, "staff")).toEqual({
    alarms: { count: 4, words: "4 not acknowledged", isUrgent: true },
    liveStatus: { count: 2, words: "2 offline", isUrgent: true },
    registerMachine: { count: 1, words: "1 waiting", isUrgent: true },
    transactions: { count: 1_204, words: "1,204 failed vends", isUrgent: true },
    paymentReview: { count: 3, words: "3 to check", isUrgent: true },
    reconciliation: { count: 1, words: "1 drift", isUrgent: true },
  });
  expect(badgesOf(calm, 0, "staff")).toEqual({});
});

test("only admins get a badge for deletions, and new reports need nobody", () => {
  const waits = { ...calm, accountDeletions: 4 };

  expect(badgesOf(waits, 2, "admin")).toEqual({
    accountDeletion: { count: 4, words: "4 waiting", isUrgent: true },
    downloads: { count: 2, words: "2 new", isUrgent: false },
  });
  expect(badgesOf(waits, 0, "staff").accountDeletion?.isUrgent).toBe(false);
  expect(badgesOf(undefined, 1, "staff")).toEqual({ downloads: { count: 1, words: "1 new", isUrgent: false } });
});

test.each([
  ["a machine goes offline", { offline: 1, online: 4 }, true],
  ["a machine that was online becomes unavailable", { unavailable: 2, online: 4 }, true],
  ["a can does not come out", { failedVends: 1 }, true],
  ["an alarm is raised", { alarms: 1 }, true],
  ["a unit asks", { waitingUnits: 1 }, true],
  ["a machine is added, which was never online", { unavailable: 2 }, false],
  ["a machine comes back", { online: 6, unavailable: 0 }, false],
  ["nothing changes", {}, false],
])("%s: something newly needs somebody: %j %j", (_, change, worse) => {
  expect(isWorse(calm, { ...calm, ...change })).toBe(worse);
});

test("of two counts the later one is valid; an equal one changes nothing", () => {
  const known = { waits: calm, isNews: false };

  expect(afterCount(known, { ...calm, countedAt: 0, offline: 3 })).toBe(known);
  expect(afterCount(known, { ...calm, countedAt: 2 })).toBe(known);
  expect(afterCount(known, { ...calm, countedAt: 2, offline: 3 })).toEqual({
    waits: { ...calm, countedAt: 2, offline: 3 },
    isNews: true,
  });
});
