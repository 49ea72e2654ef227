import { describe, expect, test } from "vitest";
import { createRandom } from "./random.ts";

const drawn = (seed: string | number, count = 1000) => {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => random.next());
};

describe("a seeded generator", () => {
  test("gives the same numbers for the same seed and others for another", () => {
    expect(drawn(7)).toEqual(drawn(7));
    expect(drawn(7)).not.toEqual(drawn(8));
  });

  test("spreads its numbers evenly between 0 and 1", () => {
    const tenths = new Array<number>(10).fill(0);
    for (const number of drawn("spread", 10_000))
      tenths[Math.floor(number * 10)] = (tenths[Math.floor(number * 10)] ?? 0) + 1;

    for (const count of tenths) expect(count).toBeGreaterThan(800);
    for (const count of tenths) expect(count).toBeLessThan(1200);
  });

  test("neighbouring seeds are strangers: the first numbers of 1,000 seeds spread evenly too", () => {
    const mean = Array.from({ length: 1000 }, (_, seed) => createRandom(seed).next()).reduce((a, b) => a + b) / 1000;

    expect(mean).toBeGreaterThan(0.45);
    expect(mean).toBeLessThan(0.55);
  });

  test("a fork does not move its parent, and its purpose names it", () => {
    const random = createRandom(7);
    const untouched = drawn(7, 3);

    expect(random.fork("doors").next()).toBe(random.fork("doors").next());
    expect(random.fork("doors").next()).not.toBe(random.fork("network").next());
    expect([random.next(), random.next(), random.next()]).toEqual(untouched);
  });

  test("whole numbers reach both ends", () => {
    const random = createRandom(1);
    const seen = new Set(Array.from({ length: 200 }, () => random.whole(1, 6)));

    expect([...seen].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
