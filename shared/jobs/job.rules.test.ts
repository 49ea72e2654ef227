import { expect, test } from "vitest";
import { isFailing, isOverdue, whyNotRetry } from "./job.rules.ts";
import { patternOf, type Schedule, scheduleWords } from "./schedule.ts";

const now = Date.UTC(2026, 10, 22, 12, 0);
const at = (secondsAgo: number) => new Date(now - secondsAgo * 1_000).toISOString();
const every: Schedule = { kind: "every", seconds: 600 };
const failure = (retriedAt: string | null) => ({ at: at(300), reason: "no", about: "", retriedAt });

test.each<[string, Parameters<typeof whyNotRetry>[0], string | null]>([
  [
    "never ran",
    { schedule: every, failed: [], lastDoneAt: null, lastFailedAt: null },
    "Nothing of this job has failed",
  ],
  [
    "was done since",
    { schedule: every, failed: [], lastDoneAt: at(10), lastFailedAt: at(20) },
    "Nothing of this job has failed",
  ],
  [
    "failed, with attempts left",
    { schedule: every, failed: [], lastDoneAt: at(20), lastFailedAt: at(10) },
    "It is tried again by itself",
  ],
  [
    "a sweep failed",
    { schedule: { kind: "each worker", seconds: 1 }, failed: [], lastDoneAt: null, lastFailedAt: at(10) },
    "It goes on by itself each second",
  ],
  [
    "failed for good",
    { schedule: { kind: "asked" }, failed: [failure(null)], lastDoneAt: null, lastFailedAt: at(10) },
    null,
  ],
  [
    "was retried a moment ago",
    { schedule: every, failed: [failure(at(59))], lastDoneAt: null, lastFailedAt: at(300) },
    "It is being tried again",
  ],
  [
    "one of two was not retried",
    { schedule: every, failed: [failure(at(59)), failure(null)], lastDoneAt: null, lastFailedAt: at(300) },
    null,
  ],
  [
    "was retried, and nothing was heard",
    { schedule: every, failed: [failure(at(60))], lastDoneAt: null, lastFailedAt: at(300) },
    null,
  ],
])("whether a job that %s can be retried", (_, job, why) => {
  expect(whyNotRetry(job, now)).toBe(why);
});

test.each<[string, string | null, string | null, number, boolean]>([
  ["never ran", null, null, 0, false],
  ["failed at first", null, at(1), 0, true],
  ["failed after it was done", at(2), at(1), 0, true],
  ["was done after it failed", at(1), at(2), 0, false],
  ["was done in the same moment", at(1), at(1), 0, false],
  ["was done for others, not for one", at(1), at(2), 1, true],
])("a job that %s", (_, lastDoneAt, lastFailedAt, open, is) => {
  const failed = Array.from({ length: open }, () => failure(null));
  expect(isFailing({ schedule: every, failed, lastDoneAt, lastFailedAt })).toBe(is);
});

test.each<[string, string | null, string | null, boolean]>([
  ["has no schedule", null, null, false],
  ["is due in a minute", at(-60), null, false],
  ["was due two minutes ago", at(120), null, false],
  ["was due before that", at(121), null, true],
  ["was due long ago and is being done", at(600), at(140), false],
  ["was due long ago, and whoever did it was killed", at(600), at(151), true],
])("whether a job that %s is overdue", (_, nextAt, runningSince, is) => {
  expect(isOverdue({ nextAt, runningSince, timeLimitSeconds: 30 }, now)).toBe(is);
});

test.each<[Schedule, string]>([
  [{ kind: "every", seconds: 1 }, "Every second"],
  [{ kind: "every", seconds: 20 }, "Every 20 seconds"],
  [{ kind: "every", seconds: 90 }, "Every 90 seconds"],
  [{ kind: "every", seconds: 600 }, "Every 10 minutes"],
  [{ kind: "every", seconds: 3_600 }, "Every hour"],
  [{ kind: "daily", at: "03:30" }, "Each day at 03:30"],
  [{ kind: "asked" }, "On request"],
  [{ kind: "each worker", seconds: 1 }, "Every second, each worker"],
  [{ kind: "each worker", seconds: 0.2 }, "Every 0.2 seconds, each worker"],
])("a schedule in words", (schedule, words) => {
  expect(scheduleWords(schedule)).toBe(words);
});

test("a time of day is a pattern of minutes and hours", () => {
  expect(patternOf({ kind: "daily", at: "00:05" })).toBe("5 0 * * *");
});
