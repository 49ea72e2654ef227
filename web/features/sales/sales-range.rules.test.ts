import { expect, test } from "vitest";
import { changeText, rangeBefore, rangeOf } from "./sales-range.ts";

const none = { startDate: "", endDate: "" };
const november = { startDate: "2026-11-01", endDate: "2026-11-24" };

test("the chart shows the days of the filter, else all that the table has, a year at most", () => {
  expect(rangeOf(november, 91, "2026-11-24")).toBe(november);
  expect(rangeOf(none, undefined, "2026-11-24")).toBeNull();
  expect(rangeOf(none, 21, "2026-11-24")).toEqual({ startDate: "2026-11-04", endDate: "2026-11-24" });
  expect(rangeOf(none, 1, "2026-11-24")).toEqual({ startDate: "2026-11-24", endDate: "2026-11-24" });
  expect(rangeOf(none, 2_000, "2026-11-24")?.startDate).toBe("2025-11-24");
});

test.each([
  [november, { startDate: "2026-10-08", endDate: "2026-10-31" }],
  [
    { startDate: "2026-03-01", endDate: "2026-03-01" },
    { startDate: "2026-02-28", endDate: "2026-02-28" },
  ],
  [
    { startDate: "2026-01-01", endDate: "2026-12-31" },
    { startDate: "2025-01-01", endDate: "2025-12-31" },
  ],
])("the period before %o is %o", (range, before) => {
  expect(rangeBefore(range)).toEqual(before);
});

test.each([
  [112, 100, "+12 %"],
  [50, 100, "\u221250 %"],
  [100, 100, "\u00b10 %"],
  [100, 0, null],
])("%i after %i is %s", (now, before, text) => {
  expect(changeText(now, before)).toBe(text);
});
