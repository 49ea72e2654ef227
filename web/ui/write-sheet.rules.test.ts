import { afterEach, expect, test, vi } from "vitest";
import { type CellObject, read } from "xlsx";
import type { Sheet } from "./sheet.ts";
import { writeSheet } from "./write-sheet.ts";

afterEach(() => vi.unstubAllEnvs());

const written = (sheet: Partial<Omit<Sheet, "file">>) => {
  const bytes = writeSheet({ name: "Cans", columns: [{ head: "A" }, { head: "B" }], rows: [], ...sheet });
  const { Sheets, SheetNames } = read(bytes, { cellNF: true, cellStyles: true });
  const found = Sheets.Cans;
  if (!found) throw new Error(`no such sheet among ${SheetNames}`);
  return { sheet: found, cell: (at: string) => found[at] as CellObject | undefined };
};

test.each(["=SUM(1,2)", "+1", "-1", "@x", '=HYPERLINK("http://x")', "0012", 'Gin & "Tonic" <dry>', "कोच्चि", "😀 "])(
  "the text %j stays that text, and is no formula",
  (text) => {
    const { cell } = written({ rows: [[text, null]] });

    expect(cell("A2")).toMatchObject({ t: "s", v: text });
    expect(cell("A2")).not.toHaveProperty("f");
    expect(cell("B2")).toBeUndefined();
  },
);

test("what a spreadsheet cannot hold leaves the file whole", () => {
  const { cell } = written({ rows: [["a\u0000b\ufffec", "x".repeat(40_000)]] });

  expect(cell("A2")?.v).toBe("abc");
  expect(cell("B2")?.v).toHaveLength(32_767);
});

test.each(["Asia/Kolkata", "UTC", "America/New_York"])(
  "a moment is the second that the clock of %s shows",
  (timeZone) => {
    vi.stubEnv("TZ", timeZone);
    const at = new Date(2026, 0, 31, 5, 30, 0);

    const { cell } = written({ columns: [{ head: "A" }, { head: "B", format: "hh:mm:ss" }], rows: [[at, at]] });

    const days = (Date.UTC(2026, 0, 31, 5, 30, 0) - Date.UTC(1899, 11, 30)) / 86_400_000;
    expect(cell("A2")).toMatchObject({ t: "n", z: "dd mmm yyyy hh:mm" });
    expect(cell("A2")?.v).toBeCloseTo(days, 9);
    expect(cell("B2")).toMatchObject({ t: "n", z: "hh:mm:ss", w: "05:30:00" });
  },
);

test("groups span their columns above the heads, and a total stands last", () => {
  const { sheet, cell } = written({
    groups: [
      ["", 1],
      ["Cola", 2],
    ],
    rows: [["x", 1]],
    total: ["Total", 1],
  });

  expect([cell("B1")?.v, cell("A2")?.v, cell("A4")?.v, cell("B4")?.v]).toEqual(["Cola", "A", "Total", 1]);
  expect(sheet["!merges"]).toEqual([{ s: { r: 0, c: 1 }, e: { r: 0, c: 2 } }]);
});
