import { afterEach, expect, test, vi } from "vitest";
import { type CellObject, read } from "xlsx";
import type { SheetToPack } from "./sheet.ts";
import { writeSheet } from "./write-sheet.ts";

afterEach(() => vi.unstubAllEnvs());

const plan = { name: "Cans", columns: [{ head: "A" }, { head: "B" }], rows: [], timeZone: "Asia/Kolkata" };
const written = (sheet: Partial<SheetToPack>) => {
  const bytes = writeSheet({ ...plan, ...sheet });
  const { Sheets, SheetNames } = read(bytes, { cellNF: true, cellStyles: true });
  const found = Sheets.Cans;
  if (!found) throw new Error(`no such sheet among ${SheetNames}`);
  return { sheet: found, cell: (at: string) => found[at] as CellObject | undefined };
};

test.each([
  "=SUM(1,2)",
  "+1",
  "-1",
  "@x",
  '=HYPERLINK("http://x")',
  "0012",
  "_x0041_ and _x00e9_",
  'Gin & "Tonic" <dry>',
  "कोच्चि",
  "😀 ",
])("the text %j stays that text, and is no formula", (text) => {
  const { cell } = written({ rows: [[text, null]] });

  expect(cell("A2")).toMatchObject({ t: "s", v: text });
  expect(cell("A2")).not.toHaveProperty("f");
  expect(cell("B2")).toBeUndefined();
});

test("what a spreadsheet cannot contain leaves the file whole", () => {
  const { cell } = written({ rows: [["a\u0000b\ufffec", "x".repeat(40_000)]] });

  expect(cell("A2")?.v).toBe("abc");
  expect(cell("B2")?.v).toHaveLength(32_767);
});

test.each(["Asia/Kolkata", "UTC", "America/New_York"])(
  "a moment is the second that the clock of %s shows, whatever the browser's own clock is",
  (timeZone) => {
    vi.stubEnv("TZ", timeZone);
    const at = new Date(2026, 0, 31, 5, 30, 0);
    vi.stubEnv("TZ", "Pacific/Kiritimati");

    const columns = [{ head: "A" }, { head: "B", format: "hh:mm:ss" }];
    const { cell } = written({ columns, rows: [[at, at]], timeZone });

    const days = (Date.UTC(2026, 0, 31, 5, 30, 0) - Date.UTC(1899, 11, 30)) / 86_400_000;
    expect(cell("A2")).toMatchObject({ t: "n", z: "dd mmm yyyy hh:mm" });
    expect(cell("A2")?.v).toBeCloseTo(days, 9);
    expect(cell("B2")).toMatchObject({ t: "n", z: "hh:mm:ss", w: "05:30:00" });
  },
);

const textOf = (sheet: Partial<SheetToPack>) =>
  new TextDecoder("latin1").decode(writeSheet({ ...plan, columns: [{ head: "A" }], ...sheet }));

test("the file is a compressed workbook that keeps each text once", () => {
  const rows = Array.from({ length: 2_000 }, () => ["Gate 1, platform 3, beside the stairs"]);
  const file = textOf({ rows });

  expect(file).toContain("xl/sharedStrings.xml");
  expect(file.length).toBeLessThan(50_000);
});

test("a column is as wide as it says, else as its head, and never below 10 characters", () => {
  const heads = [{ head: "A" }, { head: "Vending machine" }, { head: "12345678" }, { head: "123456789" }];
  const { sheet } = written({ columns: [...heads, { head: "Wide", width: 40 }, { head: "Slim", width: 4 }] });

  expect(sheet["!cols"]?.map(({ wch }) => wch)).toEqual([10, 17, 10, 11, 40, 4]);
});

test("groups span their columns above the heads, and a total stands last", () => {
  const { sheet, cell } = written({
    groups: [
      ["", 1],
      ["Cola", 2],
      ["Lime", 3],
    ],
    rows: [["x", 1]],
    total: ["Total", 1],
  });

  expect([cell("B1")?.v, cell("A2")?.v, cell("A4")?.v, cell("B4")?.v]).toEqual(["Cola", "A", "Total", 1]);
  expect([cell("C1"), cell("D1")?.v]).toEqual([undefined, "Lime"]);
  expect(sheet["!merges"]).toEqual([
    { s: { r: 0, c: 1 }, e: { r: 0, c: 2 } },
    { s: { r: 0, c: 3 }, e: { r: 0, c: 5 } },
  ]);
});
