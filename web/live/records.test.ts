import { expect, test } from "vitest";
import { newer, withRecord } from "./records.ts";

const entry = (id: string, price: number) => ({ _id: id, price });
const profile = (rev: number, ...brands: ReturnType<typeof entry>[]) => ({ _id: "p", rev, name: `at ${rev}`, brands });

test("an event of a later edit is shown, an earlier one is not", () => {
  const known = profile(3);

  expect(newer(null, known)).toBe(known);
  expect(newer(known, profile(4)).name).toBe("at 4");
  expect(newer(known, profile(2))).toBe(known);
});

test("an entry that is as it was stays the very same, wherever it stands now", () => {
  const known = profile(1, entry("a", 10), entry("b", 20));

  const shown = newer(known, profile(2, entry("b", 20), entry("a", 11)));

  expect(shown.brands[0]).toBe(known.brands[1]);
  expect(shown.brands[1]).toEqual(entry("a", 11));
  expect(shown.rev).toBe(2);
});

test("a record of the list is replaced in its place, a new one comes to the end", () => {
  const list = [profile(1), { ...profile(1), _id: "q" }];

  expect(withRecord(list, profile(2)).map(({ _id, rev }) => [_id, rev])).toEqual([
    ["p", 2],
    ["q", 1],
  ]);
  expect(withRecord(list, { ...profile(1), _id: "r" })).toHaveLength(3);
  expect(withRecord(withRecord(list, profile(5)), profile(4))[0]?.rev).toBe(5);
});
