import { expect, test } from "vitest";
import { createBatch } from "./batch.ts";

const pause = () => new Promise((resolve) => setImmediate(resolve));

test("a lone job is done at once; what comes meanwhile is the next group, in order", async () => {
  const groups: number[][] = [];
  const double = createBatch<number, number>({
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

test("a group keeps within its weight, but a job that is larger than it is done alone", async () => {
  const groups: number[][] = [];
  const done = createBatch<number, number>({
    work: async (jobs) => {
      groups.push(jobs);
      await pause();
      return jobs.map((job) => ({ done: job }));
    },
    weight: (job) => job,
    maxWeight: 10,
  });
  await Promise.all([1, 4, 5, 6, 50, 2].map(done));
  expect(groups).toEqual([[1], [2, 4], [5], [6], [50]]);
});

test("a job that fails does not take its group with it; a group that fails takes no other with it", async () => {
  const judge = createBatch<string, string>({
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

/** Work that the test lets end, group by group. */
const byHand = (atOnce: number, options: { answerMs?: number } = {}) => {
  const groups: string[] = [];
  const ends: ((failure?: Error) => void)[] = [];
  const request = createBatch<string, string>({
    work: (jobs) => {
      groups.push(jobs.join(" "));
      return new Promise((resolve, reject) =>
        ends.push((failure) => (failure ? reject(failure) : resolve(jobs.map((job) => ({ done: job }))))),
      );
    },
    unitOf: ([unit = ""]) => unit,
    weight: (job) => Number(job.slice(2)) || 1,
    maxWeight: 10,
    atOnce,
    ...options,
  });
  const end = async (place: number, failure?: Error) => {
    ends[place]?.(failure);
    await pause();
  };
  const outcomeOf = (job: string) => request(job).catch((error: Error) => error.message);
  return { groups, request, outcomeOf, end };
};

test("of one unit never two groups are under way; of others there are", async () => {
  const { groups, request, end } = byHand(3);
  const all = ["a1", "a2", "b1", "b2", "a3"].map(request);
  expect(groups).toEqual(["a1", "b1"]);
  await end(0);
  expect(groups).toEqual(["a1", "b1", "a2 a3"]);
  await end(1);
  await end(2);
  await end(3);
  expect(await Promise.all(all)).toEqual(["a1", "a2", "b1", "b2", "a3"]);
});

test("a small client passes large ones, however many they are", async () => {
  const { groups, request, end } = byHand(1);
  const storm = ["a 9", "b 9", "c 9", "d 9"].map(request);
  const late = request("z 1");
  await end(0);
  expect(groups[1]).toBe("z 1 b 9");
  for (const place of [1, 2, 3]) await end(place);
  await Promise.all([...storm, late]);
});

test("a unit with endless jobs takes turns with the others", async () => {
  const { groups, request, end } = byHand(1);
  const all = ["a 9", "a 9", "a 9", "b 9", "c 9"].map(request);
  for (const place of [0, 1, 2, 3, 4]) await end(place);
  expect(groups).toEqual(["a 9", "b 9", "c 9", "a 9", "a 9"]);
  await Promise.all(all);
});

test("what a unit says after what was not stored is not stored either", async () => {
  const { groups, outcomeOf, end } = byHand(1);
  const all = ["a1", "a2", "b1"].map(outcomeOf);
  await end(0, new Error("away"));
  expect(groups).toEqual(["a1", "b1"]);
  await end(1);
  expect(await Promise.all(all)).toEqual(["away", "away", "b1"]);
});

test("a store that falls silent fails its waiting jobs, gets no more meanwhile, and serves again when it answers", async () => {
  const { groups, outcomeOf, end } = byHand(1, { answerMs: 20 });
  const silence = "The store did not answer in time";
  expect(await Promise.all(["a1", "b1"].map(outcomeOf))).toEqual([silence, silence]);
  expect(await outcomeOf("c1")).toBe(silence);
  expect(groups).toEqual(["a1"]);

  await end(0);
  const again = outcomeOf("c2");
  await end(1);
  expect(await again).toBe("c2");
});

test("a queue has an end: a job that comes when it is full is refused at once, and the others are done", async () => {
  const done = createBatch<number, number>({
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

/** A store whose answers the test gives. */
const store = () => {
  const requested: { questions: number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const request = (questions: number[]) =>
    new Promise<{ done: string }[]>((resolve, reject) => {
      requested.push({ questions, answer: () => resolve(questions.map((one) => ({ done: `${one}!` }))), fail: reject });
    });
  return { requested, request };
};

test("a lone job is done at once; those that come meanwhile are done together, some at a time", async () => {
  const { requested, request } = store();
  const one = createBatch({ work: request, atOnce: 1, maxWeight: 3 });

  const answers = [1, 2, 3, 4, 5].map(one);
  expect(requested.map(({ questions }) => questions)).toEqual([[1]]);
  requested[0]?.answer();
  expect(await answers[0]).toBe("1!");
  requested[1]?.answer();
  expect(await Promise.all(answers.slice(1, 4))).toEqual(["2!", "3!", "4!"]);
  requested[2]?.answer();
  expect(await answers[4]).toBe("5!");

  expect(requested.map(({ questions }) => questions)).toEqual([[1], [2, 3, 4], [5]]);
});

test("what fails fails for its group alone", async () => {
  const { requested, request } = store();
  const one = createBatch({ work: request, atOnce: 2, maxWeight: 3 });
  const said = [1, 2, 3].map((question) => one(question).catch((error: Error) => error.message));
  expect(requested).toHaveLength(2);

  requested[0]?.fail(new Error("away"));
  requested[1]?.answer();
  expect(await Promise.all(said.slice(0, 2))).toEqual(["away", "2!"]);
  requested[2]?.answer();
  expect(await said[2]).toBe("3!");
});
