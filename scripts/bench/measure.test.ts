import { expect, test } from "vitest";
import { heapVerdict, memoryVerdict, quantile } from "./measure.ts";

test("quantiles are those of the sorted list", () => {
  const downwards = Array.from({ length: 100 }, (_, i) => 100 - i);

  expect([0.5, 0.99, 1].map((share) => quantile(downwards, share))).toEqual([50, 99, 100]);
  expect(quantile([], 0.5)).toBeNaN();
});

test("memory that fills its caches and stays is flat, memory that goes on growing is not", () => {
  const filling = Array.from({ length: 100 }, (_, time) => 200 - 100 * Math.exp(-time / 5));
  const leaking = Array.from({ length: 100 }, (_, time) => 100 + time);

  expect([memoryVerdict(filling).isFlat, memoryVerdict(leaking).isFlat]).toEqual([true, false]);
});

test("a heap is judged by what it falls back to, however seldom it is collected", () => {
  const collected = (live: (time: number) => number, every: number) =>
    Array.from({ length: 200 }, (_, time) => live(time) + (time % every) * 5);
  const seldomLater = [...collected(() => 50, 7).slice(0, 100), ...collected(() => 50, 25).slice(100)];

  expect(heapVerdict(collected(() => 50, 7)).isFlat).toBe(true);
  expect(heapVerdict(seldomLater).isFlat).toBe(true);
  expect(heapVerdict(collected((time) => 50 + time / 10, 7)).isFlat).toBe(false);
});
