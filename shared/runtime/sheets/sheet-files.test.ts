import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CellObject, read } from "xlsx";
import { libreOffice, openWithLibreOffice } from "../../../scripts/testing/libreoffice.ts";
import { temporaryFolder } from "../../../scripts/testing/temporary.ts";
import type { SheetValue } from "../../sheets/sheet-value.ts";
import { zoneOffset } from "../../sheets/zone-offset.ts";
import { csvFile } from "./csv-file.ts";
import type { SheetPlan } from "./sheet-xml.ts";
import { xlsxFile } from "./xlsx-file.ts";

const plan = (more: Partial<SheetPlan> = {}): SheetPlan => ({
  name: "Orders",
  columns: [{ head: "Text" }, { head: "Figure", width: 12 }, { head: "At", width: 20 }],
  offsetMinutes: zoneOffset("Asia/Kolkata"),
  ...more,
});
async function* batchesOf(...batches: SheetValue[][][]) {
  yield* batches;
}
const bytesOf = async (pieces: AsyncIterable<Buffer>) => {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
};
const sheetsOf = (bytes: Buffer) => {
  const { SheetNames, Sheets } = read(bytes, { cellNF: true, cellStyles: true });
  return SheetNames.map((name) => ({ name, cell: (at: string) => Sheets[name]?.[at] as CellObject | undefined }));
};
const written = async (rows: SheetValue[][]) => {
  const [sheet] = sheetsOf(await bytesOf(xlsxFile(plan(), batchesOf(rows))));
  if (!sheet) throw new Error("the file has no sheet");
  return sheet.cell;
};

const longest = "x".repeat(32_767);
const texts: [text: string, kept?: string][] = [
  ["=SUM(1,2)"],
  ['=HYPERLINK("http://x","y")'],
  ["=cmd|'/c calc'!A1"],
  ["+1"],
  ["-1"],
  ["@x"],
  ["\t=1+1"],
  ["007"],
  ["1e9"],
  ["_x0041_ and _x00e9_"],
  ['Gin & "Tonic" <dry> ]]>'],
  ["कोच्चि"],
  ["😀 a emoji, 👩‍👩‍👧 and a space "],
  [longest],
  [`${longest}y`, longest],
  [`${"x".repeat(32_766)}😀`, "x".repeat(32_766)],
  ["a\u0000b\u001f\ufffec", "abc"],
  ["two\nlines"],
];

test.each(texts)("the text %j stays a text of an .xlsx, and is no formula", async (text, kept = text) => {
  const cell = await written([[text, 1, null]]);

  expect(cell("A2")).toMatchObject({ t: "s", v: kept });
  expect(cell("A2")).not.toHaveProperty("f");
  expect(cell("A2")).not.toHaveProperty("l");
});

test.skipIf(!libreOffice)(
  `and LibreOffice takes each for a text${libreOffice ? "" : " (skipped: LibreOffice is not installed here)"}`,
  async () => {
    const folder = await temporaryFolder("sheet");
    try {
      const path = join(folder.path, "texts.xlsx");
      const rows = texts.map(([text]): SheetValue[] => [text, 1, null]);
      await writeFile(path, xlsxFile(plan(), batchesOf(rows)));
      const [sheet] = await openWithLibreOffice([path]);
      expect(sheet?.rows.slice(1).map(([cell]) => cell?.kind)).toEqual(rows.map(() => "text"));
    } finally {
      await folder.remove();
    }
  },
);

test("figures are figures, emptiness is no cell, and the head is bold and frozen", async () => {
  const bytes = await bytesOf(xlsxFile(plan(), batchesOf([["", 93.78, null]])));
  const cell = sheetsOf(bytes)[0]?.cell;

  expect(cell?.("B2")).toMatchObject({ t: "n", v: 93.78 });
  expect([cell?.("A2"), cell?.("C2")]).toEqual([undefined, undefined]);
  expect(cell?.("A1")?.v).toBe("Text");
  const parts = read(bytes, { bookFiles: true }) as unknown as { files: Record<string, { content: Buffer }> };
  const xml = (path: string) => parts.files[path]?.content.toString() ?? "";
  expect(xml("xl/worksheets/sheet1.xml")).toContain(
    'ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"',
  );
  expect(xml("xl/worksheets/sheet1.xml")).toContain('<c r="A1" t="inlineStr" s="1">');
  expect(xml("xl/styles.xml")).toMatch(/<fonts.*<b\/>/);
});

test.each(["Asia/Kolkata", "UTC", "America/Los_Angeles", "Asia/Kathmandu"])(
  "a moment is the second that a clock in %s shows, in summer and in winter",
  async (timeZone) => {
    const moments = ["2026-01-31T23:59:59.000Z", "2026-07-01T18:30:00.000Z", "2026-03-08T10:00:00.000Z"];
    const rows = moments.map((at): SheetValue[] => [at, 0, new Date(at)]);
    const cell = sheetsOf(await bytesOf(xlsxFile(plan({ offsetMinutes: zoneOffset(timeZone) }), batchesOf(rows))))[0]
      ?.cell;

    for (const [at, moment] of moments.entries()) {
      const shown = cell?.(`C${at + 2}`);
      const read = new Date(Math.round((Number(shown?.v) - 25_569) * 86_400) * 1_000);
      const clock = new Date(moment).toLocaleString("sv-SE", { timeZone });
      expect(read.toISOString().slice(0, 19).replace("T", " ")).toBe(clock);
      expect(shown?.z).toBe("dd mmm yyyy hh:mm");
    }
  },
);

test("rows beyond a sheet's end go on in the next one, under the same heads", async () => {
  const rows = Array.from({ length: 7 }, (_, at): SheetValue[] => [`row ${at}`, at, null]);
  const batches = batchesOf(rows.slice(0, 2), [], rows.slice(2));
  const sheets = sheetsOf(await bytesOf(xlsxFile(plan(), batches, 3)));

  expect(sheets.map(({ name }) => name)).toEqual(["Orders 1", "Orders 2", "Orders 3"]);
  expect(sheets.map(({ cell }) => cell("A1")?.v)).toEqual(["Text", "Text", "Text"]);
  const read = sheets.flatMap(({ cell }) => ["A2", "A3", "A4"].map((at) => cell(at)?.v));
  expect(read).toEqual([...rows.map(([text]) => text), undefined, undefined]);
});

test("a list without rows is a sheet with its heads", async () => {
  const sheets = sheetsOf(await bytesOf(xlsxFile(plan(), batchesOf())));
  expect(sheets.map(({ name }) => name)).toEqual(["Orders"]);
  expect(sheets[0]?.cell("A1")?.v).toBe("Text");
});

test("a source that is not read to its end is ended all the same", async () => {
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield [["x", 1, null] as SheetValue[]];
    } finally {
      ended = true;
    }
  }
  let pieces = 0;
  for await (const _ of xlsxFile(plan(), endless())) if (++pieces > 5) break;
  expect(ended).toBe(true);
});

test("a .csv opens as UTF-8, and no text of it is computed", async () => {
  const at = new Date("2026-03-31T18:30:05.000Z");
  const rows: SheetValue[][] = [
    ['Gin, "dry"', 93.5, at],
    ["=1+1", -2, null],
    ["@x", null, null],
    ["two\nlines", 0, null],
    ["\t=1", 1, null],
    ["＝1+1", 1, null],
    ["कोच्चि 😀", 2, null],
  ];
  const text = (await bytesOf(csvFile(plan(), batchesOf(rows)))).toString("utf8");

  expect(text.split("\r\n")).toEqual([
    "\ufeffText,Figure,At",
    '"Gin, ""dry""",93.5,2026-04-01 00:00:05',
    "'=1+1,-2,",
    "'@x,,",
    '"two\nlines",0,',
    "'\t=1,1,",
    "'＝1+1,1,",
    "कोच्चि 😀,2,",
    "",
  ]);
});
