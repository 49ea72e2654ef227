import { Transformer } from "@napi-rs/image";
import { expect, test } from "vitest";
import { aSalesDay } from "#shared/runtime/testing/stored-sales.ts";
import { daySheetOf } from "../../gateway/features/sales/pdf/day-sheet.ts";
import { drawSheet } from "../../gateway/features/sales/pdf/draw-sheet.ts";
import { pdfPicture } from "./sales-pdf.ts";

test("a sheet of A4 becomes a picture of two pixels a point, with dark ink on white", async () => {
  const made = Date.UTC(2026, 10, 22, 19);
  const pdf = await drawSheet(daySheetOf(aSalesDay("2026-11-22", { sales: 123_456 }), made, "Asia/Kolkata"));
  const picture = new Transformer(await pdfPicture(pdf));

  const { width, height } = await picture.metadata();
  expect([width, height]).toEqual([1_190, 1_682]);
  const pixels = await picture.rawPixels();
  const perPixel = pixels.length / (width * height);
  let [dark, white] = [0, 0];
  for (let at = 0; at < pixels.length; at += perPixel) {
    const light = pixels[at] ?? 0;
    if (light < 80) dark += 1;
    if (light > 250) white += 1;
  }
  expect(white / (width * height)).toBeGreaterThan(0.9);
  expect(dark).toBeGreaterThan(2_000);
});
