import { expect, test } from "vitest";
import * as z from "zod";
import { Digits, line, lines, orNothing, text } from "./fields.ts";

const refusal = "must not contain control characters or marks that turn the direction of writing";
const said = (schema: z.ZodType, value: string) => schema.safeParse(value).error?.issues.map(({ message }) => message);

const hidden = {
  "a zero byte": "Metro\u0000Aluva",
  "an escape": "Metro\u001b[31mAluva",
  "a delete": "Metro\u007fAluva",
  "a control of the second set": "Metro\u0085Aluva",
  "an override from right to left": "Metro\u202eavulA",
  "an isolate": "Metro\u2067Aluva\u2069",
  "a mark from right to left": "Metro\u200fAluva",
  "an Arabic letter mark": "Metro\u061cAluva",
  "half a character": "Metro\ud83dAluva",
  "a byte order mark inside": "Metro\ufeffAluva",
  "a blank without width": "Metro\u200bAluva",
  "a letter without a shape": "Metro\u3164Aluva",
};

test.each(Object.entries(hidden))("no name and no text contains %s", (_what, value) => {
  for (const schema of [line(100), text(100), lines(100)]) expect(said(schema, value)).toEqual([refusal]);
});

test.each(["Metro\nAluva", "Metro\tAluva", "Metro\u2028Aluva"])("a name has one line: %j", (value) => {
  expect(said(line(100), value)).toEqual([refusal]);
  expect(said(text(100), value)).toEqual([refusal]);
});

test("a text of several lines keeps them", () => {
  expect(lines(100).parse("e\u0301\u095b")).toBe("\u00e9\u091c\u093c");
  expect(lines(100).parse(" Cool.\r\n\tSweet.\n")).toBe("Cool.\r\n\tSweet.");
});

test.each(["കൊച്ചി മെട്രോ", "محطة", "Café – №5 “A”", "👩‍🔧 workshop", "आलुवा"])("%s is a name", (value) => {
  expect(line(100).parse(` ${value} `)).toBe(value);
});

test("two names that look the same are the same", () => {
  expect(line(100).parse("Cafe\u0301")).toBe("Caf\u00e9");
});

test("a name is not empty and not longer than it may be", () => {
  expect(said(line(3), "  ")).toEqual(["is required"]);
  expect(said(line(3), "abcd")).toEqual(["must be at most 3 characters"]);
});

const Whole = orNothing(z.number("must be a number").int("must be a whole number"));

test.each([null, ""])("an empty number, %j, is 0", (value) => {
  expect(Whole.parse(value)).toBe(0);
});

test.each([[[]], [[[]]], [[1]], [{}], [{ toString: 1 }], [" "], ["0"], [false], [undefined]])(
  "%j is no number",
  (value) => {
    expect(Whole.safeParse(value).error?.issues.map(({ message }) => message)).toEqual(["must be a number"]);
  },
);

test("a list that contains itself many times over is no number", () => {
  let deep: unknown[] = [];
  for (let depth = 0; depth < 20_000; depth += 1) deep = [deep];

  expect(Whole.safeParse(deep).success).toBe(false);
});

test.each(["", " ", "-", "+1", "1.5", ".5", "1e3", "0x10", " 1", "1".repeat(16), 5, null, [], ["5"], { toString: 1 }])(
  "an address says no number by %j",
  (value) => {
    expect(Digits.safeParse(value).success).toBe(false);
  },
);

test("an address says a number by its digits", () => {
  expect(Digits.parse("0")).toBe(0);
  expect(Digits.parse("007")).toBe(7);
  expect(Digits.parse("-3")).toBe(-3);
  expect(Digits.parse("9".repeat(15))).toBe(999_999_999_999_999);
});
