import type { SheetToPack } from "./sheet.ts";
import { writeSheet } from "./write-sheet.ts";

/** A worker beside the page: a report of 90 days takes seconds to pack, and the page must not stand still that long. */
self.onmessage = ({ data }: MessageEvent<SheetToPack>) => {
  try {
    const content = writeSheet(data);
    self.postMessage({ content }, { transfer: [content] });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};
