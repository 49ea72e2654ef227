import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRests } from "./rests.ts";

type Word = { unit: string; word: number };
let stored: number[][];
let restMs: number;
let storing: (reports: Word[]) => Promise<void>;
let say: (report: Word) => Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  stored = [];
  restMs = 0;
  storing = async (reports) => {
    stored.push(reports.map(({ word }) => word));
  };
  say = createRests<Word>({
    unitOf: ({ unit }) => unit,
    store: (reports) => storing(reports),
    restMs: (unit) => (unit === "CU-1" ? restMs : 0),
  });
});
afterEach(() => vi.useRealTimers());

const from = (unit: string, word: number) => say({ unit, word });

test("a unit that need not rest is stored at once", async () => {
  await from("CU-1", 1);
  await from("CU-1", 2);

  expect(stored).toEqual([[1], [2]]);
});

test("what is said during a rest is stored as one, others pass, and it ends when there is nothing to rest for", async () => {
  restMs = 1_000;
  await from("CU-1", 1);
  const waiting = [from("CU-1", 2), from("CU-1", 3)];
  await from("CU-2", 9);
  expect(stored).toEqual([[1], [9]]);

  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all(waiting);
  expect(stored).toEqual([[1], [9], [2, 3]]);

  restMs = 0;
  await vi.advanceTimersByTimeAsync(1_000);
  await from("CU-1", 4);
  expect(stored.at(-1)).toEqual([4]);
});

test("a rest during which nothing is reported is requested again before it ends", async () => {
  restMs = 1_000;
  await from("CU-1", 1);
  restMs = 500;
  await vi.advanceTimersByTimeAsync(1_000);
  const waiting = from("CU-1", 2);
  expect(stored).toEqual([[1]]);

  await vi.advanceTimersByTimeAsync(500);
  await waiting;
  expect(stored).toEqual([[1], [2]]);
});

test("what is not stored takes with it all that was said behind it, and the next is stored", async () => {
  restMs = 1_000;
  await from("CU-1", 1);
  const works = storing;
  let fail: (error: Error) => void = () => undefined;
  storing = () => new Promise((_, reject) => (fail = reject));
  const outcomes = [from("CU-1", 2), from("CU-1", 3)].map((word) => word.catch((error: Error) => error.message));
  await vi.advanceTimersByTimeAsync(1_000);
  outcomes.push(from("CU-1", 4).catch((error: Error) => error.message));
  fail(new Error("no room"));
  expect(await Promise.all(outcomes)).toEqual(["no room", "no room", "no room"]);

  storing = works;
  const again = from("CU-1", 2);
  await vi.advanceTimersByTimeAsync(1_000);
  await again;
  expect(stored).toEqual([[1], [2]]);
});
