import { expect, test } from "vitest";
import { createTurnsOfAddresses } from "./taking-turns.ts";

const open = () => {
  let now = 0;
  const turns = createTurnsOfAddresses(10_000, () => now);
  return { turns, later: (ms: number) => (now += ms) };
};

test("an address with a hundred messages a second does not keep another address's key from being shown", () => {
  const { turns, later } = open();
  const shown: string[] = [];
  for (let i = 0; i < 6_000; i += 1) {
    const keys = [turns("CU-1", "stranger", `key ${i}`), i % 500 === 0 ? turns("CU-1", "unit", "own") : null];
    shown.push(...keys.filter((key) => key !== null));
    later(10);
  }
  expect(shown).toHaveLength(6);
  expect(shown.filter((key) => key === "own")).toHaveLength(3);
});

test("one that is alone is shown at once, and again; serial numbers do not wait for each other", () => {
  const { turns, later } = open();
  expect(turns("CU-1", "a", "k")).toBe("k");
  expect(turns("CU-1", "a", "k")).toBeNull();
  expect(turns("CU-2", "a", "k")).toBe("k");
  later(10_000);
  expect(turns("CU-1", "a", "l")).toBe("l");
});
