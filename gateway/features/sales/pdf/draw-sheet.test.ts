import { expect, test } from "vitest";
import { aSalesDay } from "#shared/runtime/testing/stored-sales.ts";
import { daySheetOf } from "./day-sheet.ts";
import { drawSheet, drawSheets } from "./draw-sheet.ts";
import { createSheetMaker } from "./sheet-maker.ts";
import { linesOfPdf } from "./testing/lines-of-pdf.ts";

const made = Date.UTC(2026, 10, 22, 19, 0);
const sheetOf = (day: ReturnType<typeof aSalesDay>) => daySheetOf(day, made, "Asia/Kolkata");
const brand = (name: string, sales: number, gst: number, cans = 3) => ({
  product: "a".repeat(24),
  brand: name,
  gstBasisPoints: 1_800,
  cans,
  sales,
  gst,
});
const sum = (many: number[]) => many.reduce((all, one) => all + one, 0);
const dayWith = (brands: ReturnType<typeof brand>[], options: Parameters<typeof aSalesDay>[1] = {}) => {
  const [sales, gst] = [sum(brands.map((one) => one.sales)), sum(brands.map((one) => one.gst))];
  const rest = { refundableDeposit: 12_000, securityDeposit: 50_000, penalties: 2_550 };
  return aSalesDay("2026-11-22", {
    brands,
    sales,
    gstPaise: gst,
    cans: sum(brands.map(({ cans }) => cans)),
    netAmount: sales + gst + sum(Object.values(rest)),
    ...rest,
    ...options,
  });
};
const paiseOf = (text: string) => Math.round(Number(text.replace(/[₹,]/g, "")) * 100);

test("the text of a day says what its row says: rupees in Indian grouping, CGST and SGST, penalties", async () => {
  const day = dayWith([brand("Cola", 123_456_789, 22_222_223), brand("Tonic", 5_001, 901)], { orders: 1_234 });

  const lines = linesOfPdf(await drawSheet(sheetOf(day)));

  expect(lines).toEqual([
    ["Sales of 22 Nov 2026"],
    ["Tax summary of orders made on this day, whenever they were paid: a later payment changes it"],
    ["1,234 orders · made 23 Nov 2026, 00:30"],
    ["Brand", "GST rate", "Cans", "Taxable value", "CGST", "SGST", "Total"],
    ["Cola", "18 %", "3", "₹12,34,567.89", "₹1,11,111.11", "₹1,11,111.12", "₹14,56,790.12"],
    ["Tonic", "18 %", "3", "₹50.01", "₹4.51", "₹4.50", "₹59.02"],
    ["Total", "", "6", "₹12,34,617.90", "₹1,11,115.62", "₹1,11,115.62", "₹14,56,849.14"].filter(Boolean),
    ["Sales, discounts taken off", "₹12,34,617.90"],
    ["CGST", "₹1,11,115.62"],
    ["SGST", "₹1,11,115.62"],
    ["Refundable deposit (not taxed)", "₹120.00"],
    ["Security deposit (not taxed)", "₹500.00"],
    ["Penalties (not taxed)", "₹25.50"],
    ["Received", "₹14,57,494.64"],
    ["1 of 1"],
  ]);
});

test("a hundred brands go on over pages, each under its heads, and add up to the row", async () => {
  const brands = Array.from({ length: 100 }, (_, n) =>
    brand(`Brand ${n} of a name that is far too long to fit`, 10_001 + n * 7, 1_801 + n),
  );
  const day = dayWith(brands);

  const lines = linesOfPdf(await drawSheet(sheetOf(day)));

  const rows = lines.filter(([name = ""]) => name.startsWith("Brand ") && name.endsWith("…"));
  expect(rows).toHaveLength(100);
  expect(lines.filter(([name, rate]) => name === "Brand" && rate === "GST rate")).toHaveLength(3);
  const column = (at: number) => sum(rows.map((cells) => paiseOf(cells[at] ?? "")));
  expect([column(3), column(4), column(5)]).toEqual([day.sales, day.gst.cgst, day.gst.sgst]);
  expect(lines.at(-1)).toEqual(["3 of 3"]);
});

test("a day that is not over says so, and what the font cannot draw is a question mark", async () => {
  const text = linesOfPdf(await drawSheet(sheetOf(dayWith([brand("कोला Cola", 100, 18)], { isOpen: true })))).flat();

  expect(text).toContain("Open: the day was not over when this was made");
  expect(text).toContain("???? Cola");
});

test("sheets are drawn in a thread beside, several at once, each its own", async () => {
  const make = createSheetMaker();
  const days = [dayWith([brand("Cola", 100, 18)]), dayWith([brand("Tonic", 300, 54)])];

  const pdfs = await Promise.all(days.map((day) => make([sheetOf(day)], "Sales")));

  expect(pdfs.map((pdf) => linesOfPdf(pdf)[4]?.[0])).toEqual(["Cola", "Tonic"]);
});

test("who requests more sheets than are drawn in time is refused at once, and the others have theirs", async () => {
  const make = createSheetMaker();
  const sheet = sheetOf(dayWith([brand("Cola", 100, 18)]));

  const drawn = await Promise.allSettled(Array.from({ length: 20 }, () => make([sheet], "Sales")));

  const refused = drawn.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(refused).toEqual(Array(4).fill("unavailable"));
});

test("the days of a month stand one after the other, each on a page of its own", async () => {
  const days = [dayWith([brand("Cola", 100, 18)]), dayWith([brand("Tonic", 300, 54)])];

  const lines = linesOfPdf(await drawSheets(days.map(sheetOf), "Sales of November 2026"));

  expect(lines.filter(([first = ""]) => first.startsWith("Sales of"))).toHaveLength(2);
  expect(lines.flat().filter((text) => text.endsWith(" of 2"))).toEqual(["1 of 2", "2 of 2"]);
});
