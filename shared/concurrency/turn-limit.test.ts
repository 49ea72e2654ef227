import { expect, test } from "vitest";
import { createTurnLimit } from "./turn-limit.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("a single caller passes at once", () => {
  const admit = createTurnLimit(2);

  expect(admit()).toBeUndefined();
});

test("many who come in one moment pass some at a time, in their order, with other work between", async () => {
  const admit = createTurnLimit(2);
  const passed: number[] = [];
  const perTurn: number[] = [];
  const all = Promise.all(
    [1, 2, 3, 4, 5].map(async (n) => {
      await admit();
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
    await admit();
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
  await Promise.all([admit(), admit(), admit()]);
  await turn();
  await turn();

  expect(admit()).toBeUndefined();
});
