import { PDFiumLibrary } from "@hyzyla/pdfium";
import { Transformer } from "@napi-rs/image";
import { downloadSales, listSales } from "#shared/sales/sales.api.ts";
import { until } from "#shared/testing/eventually.ts";
import { createCaller } from "../simulator/operator.ts";
import type { DemoConsole } from "./demo-console.ts";

/** The PDF of the newest day that is over and sold something, as an operator downloads it. */
export const readSalesPdf = async ({ url, token }: Pick<DemoConsole, "url" | "token">): Promise<Buffer> => {
  const caller = createCaller(url, token);
  const day = await until("a day's sales", async () => {
    const { sales } = await caller.call(listSales, { query: { page: "1", latest: "true" } });
    return sales.find((row) => !row.isOpen && row.orders > 0) ?? null;
  });
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/v1.2${downloadSales.path}?id=${day._id}`, { headers });
  if (!answer.ok) throw new Error(`The PDF of ${day.date} was refused: ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
};

/** Pixels for each point of the page: an A4 sheet is about as wide as a page of the console. */
const scale = 2;

/** The first page of a PDF as a PNG, drawn by PDFium, which is what browsers show PDFs with. */
export const pdfPicture = async (pdf: Buffer): Promise<Buffer> => {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(pdf);
    try {
      const { data, width, height } = await document.getPage(0).render({ scale, render: "bitmap" });
      return await Transformer.fromRgbaPixels(data, width, height).png();
    } finally {
      document.destroy();
    }
  } finally {
    library.destroy();
  }
};
