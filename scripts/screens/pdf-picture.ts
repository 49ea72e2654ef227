import { PDFiumLibrary } from "@hyzyla/pdfium";
import { Transformer } from "@napi-rs/image";

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
