import type { SheetToPack } from "./sheet.ts";
import { writeSheet } from "./write-sheet.ts";

/** Beside the page: a report of 90 days takes seconds to pack, and nothing may stand still for so long. */
self.onmessage = ({ data }: MessageEvent<SheetToPack>) => {
  try {
    const content = writeSheet(data);
    self.postMessage({ content }, { transfer: [content] });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};
