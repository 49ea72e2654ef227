import { expect, test } from "vitest";
import { createGroups } from "./in-groups.ts";

const pause = () => new Promise((resolve) => setImmediate(resolve));

test("a lone job is done at once; what comes meanwhile is the next group, in order", async () => {
  const groups: number[][] = [];
  const double = createGroups<number, number>({
    work: async (jobs) => {
      groups.push(jobs);
      await pause();
      return jobs.map((job) => ({ done: job * 2 }));
    },
    maxWeight: 3,
  });

  const results = await Promise.all([1, 2, 3, 4, 5, 6].map(double));

  expect(results).toEqual([2, 4, 6, 8, 10, 12]);
  expect(groups).toEqual([[1], [2, 3, 4], [5, 6]]);
});

test("a group keeps within its room, but a job that is larger than it is done alone", async () => {
  const groups: number[][] = [];
  const done = createGroups<number, number>({
    work: async (jobs) => {
      groups.push(jobs);
      await pause();
      return jobs.map((job) => ({ done: job }));
    },
    weight: (job) => job,
    maxWeight: 10,
  });
  await Promise.all([1, 4, 5, 6, 50, 2].map(done));
  expect(groups).toEqual([[1], [4, 5], [6], [50], [2]]);
});

test("a job that fails does not take its group with it; a group that fails takes no other with it", async () => {
  const judge = createGroups<string, string>({
    work: async (jobs) => {
      await pause();
      if (jobs.includes("all")) throw new Error("away");
      return jobs.map((job) => (job === "bad" ? { failed: new Error("bad") } : { done: job }));
    },
    maxWeight: 2,
  });
  const outcomes = await Promise.allSettled(["first", "good", "bad", "all", "too", "last"].map(judge));
  expect(outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : outcome.reason.message))).toEqual([
    "first",
    "good",
    "bad",
    "away",
    "away",
    "last",
  ]);
});

test("a line has an end: who comes when it is full is refused at once, and the others are done", async () => {
  const done = createGroups<number, number>({
    work: async (jobs) => {
      await pause();
      return jobs.map((job) => ({ done: job }));
    },
    maxWeight: 1,
    maxWaiting: 2,
  });
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(done));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
  expect(outcomes[3]).toMatchObject({ reason: { code: "too-many" } });
});
