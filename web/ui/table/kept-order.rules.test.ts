import { expect, test } from "vitest";
import { createKeptOrder } from "./kept-order.ts";

interface Machine {
  name: string;
  heard: number;
}
const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts by name, and counts how often two were compared. */
const counting = () => {
  const inOrder = createKeptOrder<string>();
  let compared = 0;
  const sort = (machines: Machine[], about: unknown = null) =>
    inOrder(
      machines,
      ({ name }) => name,
      (a, b) => {
        compared += 1;
        return byName(a, b);
      },
      about,
    );
  return { sort, compared: () => compared };
};
const named = (...names: string[]): Machine[] => names.map((name, heard) => ({ name, heard }));

test("rows that changed beside their names stand where they stood, as they are now, and nothing is compared again", () => {
  const { sort, compared } = counting();
  sort(named("c", "a", "b"));
  const before = compared();

  const heard = named("c", "a", "b").map((machine) => ({ ...machine, heard: 9 }));

  expect(sort(heard)).toEqual([heard[1], heard[2], heard[0]]);
  expect(compared()).toBe(before);
});

test("a new name, another row, a row less or another question is sorted anew", () => {
  const { sort } = counting();
  const namesOf = (machines: Machine[], about?: unknown) => sort(machines, about).map(({ name }) => name);
  namesOf(named("c", "a", "b"));

  expect(namesOf(named("c", "z", "b"))).toEqual(["b", "c", "z"]);
  expect(namesOf(named("c", "z", "b", "a"))).toEqual(["a", "b", "c", "z"]);
  expect(namesOf(named("c", "z"))).toEqual(["c", "z"]);
  expect(namesOf(named("z", "c"))).toEqual(["c", "z"]);
});

test("equal ones stay as they came", () => {
  const { sort } = counting();
  expect(sort(named("b", "a", "b", "a")).map(({ heard }) => heard)).toEqual([1, 3, 0, 2]);
});
