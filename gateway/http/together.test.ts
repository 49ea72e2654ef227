import { expect, test } from "vitest";
import { createTogether } from "./together.ts";

/** Work that the test ends by hand; gives the number of its beginning. */
const byHand = () => {
  const ends: { give: () => void; fail: (error: Error) => void }[] = [];
  const ask = createTogether(
    () =>
      new Promise<number>((resolve, reject) => {
        const number = ends.length + 1;
        ends.push({ give: () => resolve(number), fail: reject });
      }),
  );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { ask, ends, settle };
};

test("who asks while work goes on gets the next, which begins once for all of them and after they asked", async () => {
  const { ask, ends, settle } = byHand();
  const first = ask();
  const later = [ask(), ask(), ask()];
  await settle();
  expect(ends).toHaveLength(1);

  ends[0]?.give();
  expect(await first).toBe(1);
  await settle();
  expect(ends).toHaveLength(2);
  const latest = ask();
  ends[1]?.give();
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  await settle();
  ends[2]?.give();
  expect(await latest).toBe(3);
});

test("what failed is told to those who shared it, and the next begins anew", async () => {
  const { ask, ends, settle } = byHand();
  const [first, second] = [ask(), ask()];
  ends[0]?.fail(new Error("the store is away"));
  await expect(first).rejects.toThrow("the store is away");
  await settle();
  ends[1]?.give();

  expect(await second).toBe(2);
});

test("nothing is kept: who asks when nobody waits begins at once", async () => {
  const { ask, ends } = byHand();
  const first = ask();
  ends[0]?.give();
  await first;
  const second = ask();
  ends[1]?.give();
  expect(await second).toBe(2);
});
