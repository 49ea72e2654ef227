import { expect, test } from "vitest";
import { dateRange, MachineFilter, PhoneFilter, pagedList } from "./paged-list.ts";

const orders = pagedList({
  filters: { ...dateRange, vendingMachine: MachineFilter, phone: PhoneFilter },
  sorts: ["createdAt", "netAmount"],
  byDefault: "-createdAt",
  columns: { status: "equals", orderId: "begins" },
});
const read = (query: Record<string, unknown>) => orders.query.safeParse(query);

test("a query that says nothing is the first page of everything, not a download", () => {
  expect(read({}).data).toEqual({ page: 1, download: false });
  expect(orders.rowsPerPage).toBe(50);
});

test("empty filters are no filters, and 'all' is every machine", () => {
  const query = { startDate: "", endDate: " ", vendingMachine: "all", phone: "", status: "", sort: "", days: "" };

  expect(Object.values(read(query).data ?? {}).filter((value) => value !== undefined)).toEqual([1, false]);
});

test("what is given is read: days in one form, flags as flags, texts trimmed", () => {
  const query = { startDate: "2026/01/31", endDate: "2026-02-01", days: "false", orderId: " A1 ", sort: "-netAmount" };

  expect(read(query).data).toEqual({
    page: 1,
    download: false,
    days: false,
    startDate: "2026-01-31",
    endDate: "2026-02-01",
    orderId: "A1",
    sort: "-netAmount",
  });
});

test.each([
  [{ sort: "status" }, "sort", "must be one of createdAt, -createdAt, netAmount, -netAmount"],
  [{ startDate: "31-01-2026" }, "startDate", "Invalid date"],
  [{ phone: "9".repeat(21) }, "phone", "must be at most 20 characters"],
  [{ orderId: "9".repeat(65) }, "orderId", "must be at most 64 characters"],
])("%o is refused, naming the field", (query, field, message) => {
  expect(read(query).error?.issues).toEqual([expect.objectContaining({ path: [field], message })]);
});

test("a column that is named as a filter is refused where it is declared", () => {
  const twice = () =>
    pagedList({ filters: { phone: PhoneFilter }, sorts: ["at"], byDefault: "at", columns: { phone: "equals" } });

  expect(twice).toThrow("phone is a filter already");
});
