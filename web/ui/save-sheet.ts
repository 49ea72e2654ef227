import { saveFile } from "./save-file.ts";
import type { Sheet } from "./sheet.ts";
import { onClock, writeSheet } from "./write-sheet.ts";

/** More rows than this are packed beside the page, which would stand still meanwhile. */
const inPageUpTo = 3_000;

const writeBeside = (sheet: Omit<Sheet, "file">): Promise<Blob> =>
  new Promise<Blob>((resolve, reject) => {
    const worker = new Worker(new URL("./sheet-worker.ts", import.meta.url), { type: "module" });
    const end = () => worker.terminate();
    worker.onmessage = ({ data }: MessageEvent<{ content: Blob } | { error: string }>) => {
      end();
      if ("content" in data) resolve(data.content);
      else reject(new Error(data.error));
    };
    worker.onerror = (event) => {
      end();
      reject(new Error(event.message || "The sheet's writer could not be loaded"));
    };
    worker.postMessage(sheet);
  });

/** Makes an .xlsx with bold heads that stay in sight, and saves it. */
export async function saveSheet({ file, ...sheet }: Sheet): Promise<void> {
  const isLong = sheet.rows.length > inPageUpTo && typeof Worker !== "undefined";
  saveFile(file, await (isLong ? writeBeside(sheet) : writeSheet(sheet)));
}

/** A day in a file's name, as the operator's calendar has it: yyyy-mm-dd. */
export const dayInName = (at = new Date()): string => onClock(at).toISOString().slice(0, 10);
