import { expect, test } from "vitest";
import type { SalesSummary } from "#shared/sales/sales.schema.ts";
import { pointsOf, summaryOf } from "./sales-points.ts";

const days = (count: number): SalesSummary["days"] =>
  Array.from({ length: count }, (_, at) => ({
    date: `2026-11-${String(at + 1).padStart(2, "0")}`,
    sales: (at + 1) * 10,
    cans: at + 1,
    orders: 1,
    isOpen: at === count - 1,
  }));
const summary = (count: number): SalesSummary => ({
  days: days(count),
  brands: [
    { product: "a".repeat(24), brand: "Cola", sales: 90, cans: 3 },
    { product: "b".repeat(24), brand: "Gin & Tonic", sales: 10, cans: 1 },
  ],
  machines: [{ _id: "c".repeat(24), name: "Metro", sales: 100, cans: 4, orders: 2 }],
});
const queryOf = (to: string) => Object.fromEntries(new URL(to, "http://x").searchParams);

test("a day's bar leads to its paid orders, and says so far while it is not over", () => {
  const points = pointsOf(summary(3), "Day");
  expect(points.map(({ bar, cans, isOpen }) => [bar, cans, isOpen])).toEqual([
    [10, 1, false],
    [20, 2, false],
    [30, 3, true],
  ]);
  const [first, , last] = points;
  expect(queryOf(first?.to ?? "")).toEqual({
    startDate: "2026-11-01",
    endDate: "2026-11-01",
    status: "payment successful",
  });
  expect(first?.label).toBe("1 Nov 2026: ₹10.00, 1 can");
  expect([first?.short, last?.label]).toEqual(["1 Nov", "3 Nov 2026, so far: ₹30.00, 3 cans"]);
});

test("the bars of brands and machines lead to their orders of all the days", () => {
  const range = { startDate: "2026-11-01", endDate: "2026-11-03", status: "payment successful" };
  expect(pointsOf(summary(3), "Brand").map(({ name, to }) => [name, queryOf(to)])).toEqual([
    ["Cola", { ...range, product: "a".repeat(24) }],
    ["Gin & Tonic", { ...range, product: "b".repeat(24) }],
  ]);
  expect(pointsOf(summary(3), "Machine").map(({ name, to }) => [name, queryOf(to)])).toEqual([
    ["Metro", { ...range, vendingMachine: "c".repeat(24) }],
  ]);
});

test("where not all machines are listed, nobody says what an unlisted one sold before, and how many there are", () => {
  const [listed, cut] = [
    { ...summary(3), allMachines: 5_000 },
    { ...summary(3), machines: [], allMachines: 5_000 },
  ];
  const beforeOf = (before: SalesSummary) => pointsOf(listed, "Machine", before).map((point) => point.before);
  expect([beforeOf(listed), beforeOf(cut), beforeOf({ ...summary(3), machines: [] })]).toEqual([[100], [null], [0]]);
  expect(summaryOf(listed, "Machine")).toMatch(/ These 1 of 5,000 machines sold most\.$/);
});

test("the mean of seven days runs from the seventh on, where there are two weeks at least", () => {
  expect(pointsOf(summary(13), "Day").every(({ mean }) => mean === undefined)).toBe(true);
  const means = pointsOf(summary(14), "Day").map(({ mean }) => mean);
  expect(means.slice(0, 6)).toEqual(Array(6).fill(undefined));
  // The means of 10 to 70, and of 70 to 130; the last day is not over.
  expect([means[6], means[12]]).toEqual([40, 100]);
});

test("a day that is not over is no part of the mean", () => {
  const means = pointsOf(summary(15), "Day").map(({ mean }) => mean);
  expect(means.slice(-2)).toEqual([110, undefined]);
});

test("it is summed up in words", () => {
  expect(summaryOf(summary(3), "Day")).toBe("The best day was 3 Nov 2026: ₹30.00, 3 cans.");
  expect(summaryOf(summary(14), "Day")).toMatch(/ The line is the mean of seven days\.$/);
  expect(summaryOf(summary(3), "Brand")).toBe("Most of Cola: ₹90.00, 3 cans.");
  expect(summaryOf(summary(3), "Machine")).toBe("Most at Metro: ₹100.00, 4 cans.");
  const quiet = { ...summary(1), days: days(1).map((day) => ({ ...day, sales: 0 })) };
  expect(summaryOf(quiet, "Day")).toBe("Nothing was sold in 1 day.");
});
