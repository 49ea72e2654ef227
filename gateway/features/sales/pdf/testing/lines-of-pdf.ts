import { inflateSync } from "node:zlib";

/** Objects of a file as pdfkit writes them, by number; a stream's content is unpacked. */
const objectsOf = (pdf: Buffer): Map<string, { head: string; content: string }> => {
  const text = pdf.toString("latin1");
  const objects = new Map<string, { head: string; content: string }>();
  for (const { 1: number = "", 2: body = "" } of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = "", packed] = body.split(/\nstream\n/, 2);
    const bytes = packed && Buffer.from(packed.replace(/\nendstream$/, ""), "latin1");
    const isPacked = head.includes("FlateDecode") && !head.includes("/Length1") && !head.includes("CIDFontType0C");
    const content = bytes ? (isPacked ? inflateSync(bytes) : bytes).toString("latin1") : "";
    objects.set(number, { head, content });
  }
  return objects;
};

const unicode = (hex: string) =>
  (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join("");

/** What each glyph of a font means, as the file itself says: what is selected and searched. */
const meaningsOf = (cmap: string): Map<number, string> => {
  const meanings = new Map<number, string>();
  for (const [, first = "", list = ""] of cmap.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
    [...list.matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, hex = ""], nth) => {
      meanings.set(Number.parseInt(first, 16) + nth, unicode(hex.replaceAll(" ", "")));
    });
  }
  return meanings;
};

/** The text of a PDF that pdfkit wrote: its lines from the top, the cells of each from the left. */
export const linesOfPdf = (pdf: Buffer): string[][] => {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, Map<number, string>>();
  for (const { head } of objects.values()) {
    for (const [, name = "", number = ""] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, cmap = ""] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number)?.head ?? "") ?? [];
      fonts.set(name, meaningsOf(objects.get(cmap)?.content ?? ""));
    }
  }
  return [...objects.values()].flatMap(({ content }) => {
    if (!content.includes(" TJ")) return [];
    const lines = new Map<number, { x: number; text: string }[]>();
    for (const [block] of content.matchAll(/BT[\s\S]*?ET/g)) {
      const [, x = "", y = ""] = /1 0 0 1 (\S+) (\S+) Tm/.exec(block) ?? [];
      const meanings = fonts.get(/\/(F\d+) /.exec(block)?.[1] ?? "");
      const glyphs = [...block.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []);
      const text = glyphs.map((glyph) => meanings?.get(Number.parseInt(glyph, 16)) ?? "\ufffd").join("");
      lines.set(Number(y), [...(lines.get(Number(y)) ?? []), { x: Number(x), text }]);
    }
    return [...lines]
      .sort(([a], [b]) => b - a)
      .map(([, cells]) => cells.sort((a, b) => a.x - b.x).map(({ text }) => text));
  });
};
