import { expect, test, vi } from "vitest";
import { oneForKey } from "./one-for-key.ts";

test("two callers with the same key share one, while one of them keeps it", () => {
  const make = vi.fn((machine: string, unit: string | null) => ({ machine, unit }));
  const of = oneForKey(make);

  const first = of("a", null);

  expect(of("a", null)).toBe(first);
  expect(make).toHaveBeenCalledTimes(1);
});

test("what differs in any part is another one", () => {
  const of = oneForKey((machine: string, unit: string | null) => ({ machine, unit }));

  const all = [of("a", null), of("a", "null"), of("b", null), of('a","b', null)];

  expect(new Set(all).size).toBe(4);
  expect(all[1]).toEqual({ machine: "a", unit: "null" });
});
