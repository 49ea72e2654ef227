import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

test("new units without end keep one that comes again and again waiting for those before it alone", () => {
  const queue = createFairQueue<string>();
  let strangers = 0;
  const addStranger = () => {
    strangers += 1;
    queue.add(`stranger ${strangers}`, 1, "stranger");
  };
  const serve = (): string | undefined => {
    const next = queue.takeGroup(1);
    queue.release(next.map(({ line }) => line));
    return next[0]?.item;
  };
  for (let nth = 0; nth < 10; nth += 1) addStranger();
  /** With each that is served another stranger comes. */
  const servedAfter = (most: number): number => {
    for (let turns = 1; turns <= most; turns += 1) {
      addStranger();
      if (serve() === "known") return turns;
    }
    return Number.POSITIVE_INFINITY;
  };

  for (let call = 0; call < 20; call += 1) {
    const before = queue.size();
    queue.add("known", 1, "known");
    expect(servedAfter(1_000)).toBeLessThanOrEqual(before + 1);
  }
});
