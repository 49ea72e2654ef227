import { expect, test } from "vitest";
import { Percent, Rupees } from "./money.ts";

const said = (field: typeof Rupees, value: unknown) =>
  field.safeParse(value).error?.issues.map(({ message }) => message);

test.each([0, 0.01, 0.29, 4.35, 19.99, 100, 0.1 + 0.2])(
  "%d is an amount in rupees, and a share in per cent",
  (value) => {
    expect(Rupees.parse(value)).toBe(value);
    expect(Percent.parse(value)).toBe(value);
  },
);

test.each([9_999_999.99, 10_000_000])("%d rupees can be owed", (value) => {
  expect(Rupees.parse(value)).toBe(value);
});

test.each([1e-9, 1e-18, 5e-324, 0.001, 0.005, 1.005, 19.999])("%d has more than two decimals", (value) => {
  expect(said(Rupees, value)).toEqual(["must have at most two decimals"]);
  expect(said(Percent, value)).toEqual(["must have at most two decimals"]);
});

test.each([[[]], [[[]]], [[5]], [{}], [{ toString: 1 }], [{ valueOf: 1 }], ["5"], [""], [null], [true], [Number.NaN]])(
  "%j is no number",
  (value) => {
    expect(said(Rupees, value)).toEqual(["must be a number"]);
    expect(said(Percent, value)).toEqual(["must be a number"]);
  },
);

test.each([
  [-0.01, "must be at least 0", "must be at least 0"],
  [100.01, undefined, "must be at most 100"],
  [10_000_000.01, "must be at most 1,00,00,000", "must be at most 100"],
])("%d is outside of what is taken", (value, rupees, percent) => {
  expect(said(Rupees, value)).toEqual(rupees && [rupees]);
  expect(said(Percent, value)).toEqual(percent && [percent]);
});
