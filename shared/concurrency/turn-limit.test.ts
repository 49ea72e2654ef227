import { expect, test } from "vitest";
import { createTurnLimit } from "./turn-limit.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("a single caller passes at once", () => {
  const admit = createTurnLimit(2);

  expect(admit("one")).toBeUndefined();
});

test("many who come in one moment pass some at a time, in their order, with other work between", async () => {
  const admit = createTurnLimit(2);
  const passed: number[] = [];
  const perTurn: number[] = [];
  const all = Promise.all(
    [1, 2, 3, 4, 5].map(async (n) => {
      await admit("one");
      passed.push(n);
    }),
  );

  for (let n = 0; n < 4; n += 1) {
    await Promise.resolve();
    perTurn.push(passed.length);
    await turn();
  }
  await all;

  expect(passed).toEqual([1, 2, 3, 4, 5]);
  expect(perTurn).toEqual([2, 4, 5, 5]);
});

test("no later caller passes those who wait", async () => {
  const admit = createTurnLimit(1);
  const passed: string[] = [];
  const enter = async (who: string) => {
    await admit("one");
    passed.push(who);
  };
  const storm = [enter("first"), enter("second"), enter("third")];
  await turn();
  const late = enter("late");

  await Promise.all([...storm, late]);

  expect(passed).toEqual(["first", "second", "third", "late"]);
});

test("after a storm a lone caller passes at once again", async () => {
  const admit = createTurnLimit(1);
  await Promise.all([admit("one"), admit("one"), admit("one")]);
  await turn();
  await turn();

  expect(admit("one")).toBeUndefined();
});

test("a caller with hundreds who wait keeps another one waiting for one turn, and passes by turns with a third", async () => {
  const admit = createTurnLimit(2);
  const passed: string[] = [];
  const enter = async (who: string) => {
    await admit(who);
    passed.push(who);
  };
  const storm = Array.from({ length: 300 }, () => enter("many"));
  await turn();
  const before = passed.length;
  const others = [enter("another"), enter("a third"), enter("another")];
  await turn();
  await turn();
  await Promise.all(others);

  expect(passed.length - before).toBeLessThanOrEqual(6);
  await Promise.all(storm);
  expect(passed).toHaveLength(303);
});
