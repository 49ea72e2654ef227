import { expect, test } from "vitest";
import { rangeOf, toggled } from "./use-selection.ts";

const ids = ["a", "b", "c", "d", "e"];

test.each([
  ["b", "d", ["b", "c", "d"]],
  ["d", "b", ["b", "c", "d"]],
  ["c", "c", ["c"]],
  ["gone", "c", ["c"]],
])("from %s to %s stand %s", (from, to, found) => {
  expect([...rangeOf(ids, from, to)]).toEqual(found);
});

test("a tile that is picked is deselected, another one joins, and what was picked stays as it was", () => {
  const picked = new Set(["a", "b"]);

  expect([...toggled(picked, "a")]).toEqual(["b"]);
  expect([...toggled(picked, "c")]).toEqual(["a", "b", "c"]);
  expect([...picked]).toEqual(["a", "b"]);
});
