import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import type { DaySheet } from "./day-sheet.ts";

const { resolve } = createRequire(import.meta.url);
const inter = (weight: "400Regular" | "600SemiBold") =>
  resolve(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`);

const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });
const money = (paise: number) => rupees.format(paise / 100);

const [left, right, bottom] = [40, 555, 780];
const heads = ["Brand", "GST rate", "Cans", "Taxable value", "CGST", "SGST", "Total"];
/** The first begins there, the others end there. */
const edges = [left, 180, 216, 310, 386, 462, right];
const brandWidth = 98;
/** Where the names of single amounts begin. */
const pairsFrom = 330;
const [ink, muted, rule] = ["#151a21", "#566070", "#dfe3e8"];

/** Figures of one width: the digits of one column stand beneath each other. */
const tabular = { features: ["tnum"] as ["tnum"] };

type Doc = InstanceType<typeof PDFDocument>;
interface Glyphs {
  hasGlyphForCodePoint(point: number): boolean;
}

/** What the font cannot draw would be a black box: it is said with a question mark. */
const drawable = (doc: Doc, text: string): string => {
  const { font } = (doc as unknown as { _font: { font: Glyphs } })._font;
  return [...text].map((one) => (font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0) ? one : "?")).join("");
};

const fitting = (doc: Doc, text: string, width: number): string => {
  const whole = drawable(doc, text);
  if (doc.widthOfString(whole) <= width) return whole;
  let cut = whole;
  while (cut.length > 1 && doc.widthOfString(`${cut}…`) > width) cut = cut.slice(0, -1);
  return `${cut}…`;
};

/** Cells are placed by hand: pdfkit's own tables take 25 ms a row. */
const createPage = (doc: Doc) => {
  let y = 40;
  const put = (text: string, at: number, from: "left" | "right") =>
    from === "left"
      ? doc.text(text, at, y, { lineBreak: false })
      : doc.text(text, at - doc.widthOfString(text, tabular), y, { lineBreak: false, ...tabular });
  const ruled = (from = left) => {
    doc
      .moveTo(from, y + 14)
      .lineTo(right, y + 14)
      .lineWidth(0.5)
      .strokeColor(rule)
      .stroke();
    y += 18;
  };
  const next = () => {
    doc.addPage();
    y = 40;
  };
  const roomFor = (rows: number, again?: () => void) => {
    if (y + rows * 18 <= bottom) return;
    next();
    again?.();
  };
  const row = (cells: string[], font: "body" | "bold" = "body"): void => {
    roomFor(1, () => row(heads, "bold"));
    doc.font(font).fontSize(9).fillColor(ink);
    cells.forEach((cell, n) => {
      const at = edges[n] ?? right;
      if (n === 0) put(fitting(doc, cell, brandWidth), at, "left");
      else put(cell, at, "right");
    });
    ruled();
  };
  return {
    words: (text: string, size: number, font: "body" | "bold", colour = ink) => {
      doc.font(font).fontSize(size).fillColor(colour);
      put(drawable(doc, text), left, "left");
      y += size * 1.5;
    },
    space: (points: number) => {
      y += points;
    },
    row,
    /** A name at the left and its amount at the right, of which some stay together. */
    pair: (name: string, amount: string, font: "body" | "bold" = "body") => {
      doc.font(font).fontSize(9).fillColor(ink);
      put(name, pairsFrom, "left");
      put(amount, right, "right");
      ruled(pairsFrom);
    },
    roomFor,
    next,
  };
};

type SheetPage = ReturnType<typeof createPage>;

const drawDay = (page: SheetPage, sheet: DaySheet): void => {
  page.words(`Sales of ${sheet.day}`, 16, "bold");
  page.words(
    sheet.isOpen
      ? "Open: the day was not over when this was made"
      : "Tax summary of orders made on this day, whenever they were paid: a later payment changes it",
    9,
    "body",
    muted,
  );
  page.words(
    `${sheet.orders.toLocaleString("en-IN")} ${sheet.orders === 1 ? "order" : "orders"} · made ${sheet.made}`,
    9,
    "body",
    muted,
  );
  page.space(14);
  page.row(heads, "bold");
  for (const { brand, rate, cans, taxable, cgst, sgst } of sheet.rows) {
    const figures = [taxable, cgst, sgst, taxable + cgst + sgst].map(money);
    page.row([brand, rate, cans.toLocaleString("en-IN"), ...figures]);
  }
  const { cans, taxable, cgst, sgst } = sheet.total;
  const totals = [taxable, cgst, sgst, taxable + cgst + sgst].map(money);
  page.row(["Total", "", cans.toLocaleString("en-IN"), ...totals], "bold");

  page.space(16);
  page.roomFor(7);
  page.pair("Sales, discounts taken off", money(taxable));
  page.pair("CGST", money(cgst));
  page.pair("SGST", money(sgst));
  page.pair("Refundable deposit (not taxed)", money(sheet.refundableDeposit));
  page.pair("Security deposit (not taxed)", money(sheet.securityDeposit));
  page.pair("Penalties (not taxed)", money(sheet.penalties));
  page.pair("Received", money(sheet.received), "bold");
};

const numberPages = (doc: Doc): void => {
  const { start, count } = doc.bufferedPageRange();
  for (let nth = start; nth < start + count; nth += 1) {
    doc.switchToPage(nth);
    doc.font("body").fontSize(8).fillColor(muted);
    // Below the margin: pdfkit would begin another page there.
    doc.page.margins.bottom = 0;
    doc.text(`${nth + 1} of ${count}`, left, 810, { lineBreak: false });
  }
};

/** The sales of days with CGST and SGST, each on pages of its own, A4. Its text can be selected and searched. */
export const drawSheets = (sheets: readonly DaySheet[], title: string): Promise<Buffer> =>
  new Promise((done, failed) => {
    const info = { Title: title, Creator: "Cansole" };
    const doc = new PDFDocument({ size: "A4", margin: 40, lang: "en-IN", bufferPages: true, info });
    const parts: Buffer[] = [];
    doc.on("data", (part: Buffer) => parts.push(part));
    doc.on("end", () => done(Buffer.concat(parts)));
    doc.on("error", failed);
    doc.registerFont("body", inter("400Regular"));
    doc.registerFont("bold", inter("600SemiBold"));

    const page = createPage(doc);
    sheets.forEach((sheet, at) => {
      if (at > 0) page.next();
      drawDay(page, sheet);
    });
    numberPages(doc);
    doc.end();
  });

/** The same of one day. */
export const drawSheet = (sheet: DaySheet): Promise<Buffer> => drawSheets([sheet], `Sales of ${sheet.day}`);
