import { expect, test } from "vitest";
import type { SalesRow } from "#shared/sales/sales.schema.ts";
import type { Paged } from "../../live/paged.ts";
import { publishedOnPage } from "./sales-source.ts";

const row = (date: string, sales = 80): SalesRow => ({
  _id: date.replaceAll("-", "").padStart(24, "0"),
  date,
  sales,
  refundableDeposit: 0,
  securityDeposit: 0,
  gst: { cgst: 7.2, sgst: 7.2 },
  orders: 1,
  isOpen: false,
  changedSinceDownload: false,
  downloadedAt: null,
});
const page = (...rows: SalesRow[]): Paged<SalesRow> => ({
  rows,
  pages: 1,
  total: rows.length,
  newIds: new Set<string>(),
  isOld: false,
});
const shown = page(row("2026-11-21"), row("2026-11-20"));
const today = row("2026-11-22");
const first = { page: 1, latest: "true" };

test("a day that the page shows is shown anew in its place, whatever the page's order", () => {
  for (const query of [first, { ...first, sort: "sales" }, { startDate: "2026-11-01", endDate: "2026-11-30" }]) {
    const incoming = publishedOnPage(query, shown, row("2026-11-20", 95));
    expect(incoming.rows.map(({ date, sales }) => [date, sales])).toEqual([
      ["2026-11-21", 80],
      ["2026-11-20", 95],
    ]);
    expect([incoming.newIds.size, incoming.isOld]).toEqual([0, false]);
  }
});

test("a day that begins is counted once, on the first page of the newest days", () => {
  const incoming = publishedOnPage(first, shown, today);
  expect([[...incoming.newIds], incoming.rows, incoming.isOld]).toEqual([[today._id], shown.rows, false]);
  // Its figures change with each order: it is one new day all the same.
  expect(publishedOnPage(first, incoming, row("2026-11-22", 160))).toBe(incoming);
});

test.each([
  ["the second page", { page: 2, latest: "true" }, today],
  ["the oldest days first", { page: 1, latest: "false" }, today],
  ["a range of days", { ...first, startDate: "2026-11-01", endDate: "2026-11-21" }, today],
  ["a day of before", first, row("2026-11-01")],
])("on %s an event of a day that is not shown changes nothing", (_, query, expected) => {
  expect(publishedOnPage(query, shown, expected)).toBe(shown);
});

test("in an order of figures any day may belong elsewhere: the page says that it is old", () => {
  expect(publishedOnPage({ ...first, sort: "-sales" }, shown, today).isOld).toBe(true);
});
