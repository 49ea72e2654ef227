import { expect, test } from "vitest";
import { memoryVerdict, quantile, thirdsVerdict } from "./measure.ts";

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

test("of a long run a twentieth more in its last third is growth", () => {
  const rising = (share: number) => Array.from({ length: 60 }, (_, time) => 100 * (1 + (share * time) / 20));

  expect(thirdsVerdict(rising(0.04)).isFlat).toBe(true);
  expect(thirdsVerdict(rising(0.07)).isFlat).toBe(false);
});
