import type { Sheet } from "./sheet.ts";
import { writeSheet } from "./write-sheet.ts";

/** Beside the page: a report of 90 days takes seconds to pack, and nothing may stand still for so long. */
self.onmessage = ({ data }: MessageEvent<Omit<Sheet, "file">>) => {
  writeSheet(data).then(
    (content) => self.postMessage({ content }),
    (error: unknown) => self.postMessage({ error: String(error) }),
  );
};
