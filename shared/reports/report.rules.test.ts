import { expect, test } from "vitest";
import { fileNameOf, isUnderWay, progressOf } from "./report.rules.ts";

const filters = { vendingMachine: "all", startDate: "2026-01-01", endDate: "2026-01-31" };

test.each([
  [{ reportType: "Order", list: "orders" }, "Order 2026-01-01 To 2026-01-31 Downloaded On 2026-02-03.xlsx"],
  [
    { reportType: "Transaction", list: "transactions" },
    "Transaction 2026-01-01 To 2026-01-31 Downloaded On 2026-02-03.xlsx",
  ],
  [{ reportType: null, list: "orders" }, "Orders_2026-02-03.xlsx"],
  [{ reportType: null, list: "cansInStock" }, "cans_in_stock.xlsx"],
] as const)("%o is named as it is to be (specification: Names of files)", (named, name) => {
  expect(fileNameOf({ ...named, filters, format: "xlsx" }, "2026-02-03")).toBe(name);
});

test("a report is at 100 per cent only when its file is there", () => {
  expect([progressOf(0, 200), progressOf(1, 200), progressOf(199, 200), progressOf(200, 200)]).toEqual([0, 0, 99, 99]);
  expect(progressOf(0, 0)).toBe(0);
  // Rows that came meanwhile are none of it, but no figure passes the end.
  expect(progressOf(300, 200)).toBe(99);
});

test.each([
  ["waiting", true],
  ["running", true],
  ["done", false],
  ["failed", false],
  ["canceled", false],
] as const)("a report that is %s is under way: %s", (state, is) => {
  expect(isUnderWay(state)).toBe(is);
});
