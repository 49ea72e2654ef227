import { expect, test } from "vitest";
import { createHistogram, heapVerdict, memoryVerdict } from "./measure.ts";

test("quantiles are those of the sorted list, to a tenth of a millisecond", () => {
  const histogram = createHistogram();
  for (let ms = 100; ms >= 1; ms--) histogram.add(ms);

  expect(histogram.quantile(0.5)).toBe(50);
  expect(histogram.quantile(0.99)).toBe(99);
  expect(histogram.quantile(1)).toBe(100);
  expect(histogram.longest()).toBe(100);
  expect(createHistogram().quantile(0.5)).toBeNaN();
});

test("memory that fills its caches and stays is flat, memory that goes on growing is not", () => {
  const filling = Array.from({ length: 100 }, (_, time) => 200 - 100 * Math.exp(-time / 5));
  const leaking = Array.from({ length: 100 }, (_, time) => 100 + time);

  expect(memoryVerdict(filling).isFlat).toBe(true);
  expect(memoryVerdict(leaking).isFlat).toBe(false);
});

test("a heap is judged by what it falls back to, however seldom it is collected", () => {
  const collected = (live: (time: number) => number, every: number) =>
    Array.from({ length: 200 }, (_, time) => live(time) + (time % every) * 5);

  expect(heapVerdict(collected(() => 50, 7)).isFlat).toBe(true);
  expect(heapVerdict([...collected(() => 50, 7).slice(0, 100), ...collected(() => 50, 25).slice(100)]).isFlat).toBe(
    true,
  );
  expect(heapVerdict(collected((time) => 50 + time / 10, 7)).isFlat).toBe(false);
});
