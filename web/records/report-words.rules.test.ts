import { expect, test } from "vitest";
import type { Report } from "#shared/reports/report.schema.ts";
import { filtersOf, titleOf, tookMs } from "./report-words.ts";

const report = (more: Partial<Report> = {}): Report => ({
  _id: "0123456789abcdef01234567",
  by: "0123456789abcdef01234568",
  reportType: "Order",
  list: "orders",
  filters: { vendingMachine: "all", startDate: "2026-01-01", endDate: "2026-01-31", sort: "time" },
  format: "xlsx",
  state: "done",
  progress: 100,
  rows: 5,
  bytes: 1_234,
  error: "",
  askedAt: "2026-02-01T10:00:00.000Z",
  startedAt: "2026-02-01T10:00:05.000Z",
  endedAt: "2026-02-01T10:01:35.000Z",
  readAt: null,
  schedule: null,
  ...more,
});

test.each([
  [{}, "all machines, 1 Jan 2026 to 31 Jan 2026"],
  [{ filters: { phone: "9876543210", status: "opened", latest: "true" } }, "Phone 9876543210, Status opened"],
  [{ filters: { vendingMachine: "VM-3", sort: "-time" } }, "Vending Machine VM-3"],
  [{ filters: { sort: "time" } }, "everything"],
])("a report of %o is described as %s", (more, said) => {
  expect(filtersOf(report(more))).toBe(said);
});

test("it is named by its type, or by the list that was exported", () => {
  expect(titleOf(report())).toBe("Order");
  expect(titleOf(report({ reportType: null, list: "cansInStock" }))).toBe("Cans In Stock");
});

test("how long it took is known when it is done", () => {
  expect(tookMs(report())).toBe(90_000);
  expect(tookMs(report({ state: "running", endedAt: null }))).toBeNull();
});
