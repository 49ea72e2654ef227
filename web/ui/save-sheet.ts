import { serverZone } from "../state/server-zone.ts";
import { saveFile } from "./save-file.ts";
import type { Sheet, SheetToPack } from "./sheet.ts";

const kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Written beside the page, which would stand still meanwhile and would have to load the writer. */
const writeBeside = (sheet: SheetToPack): Promise<ArrayBuffer> =>
  new Promise<ArrayBuffer>((resolve, reject) => {
    const worker = new Worker(new URL("./sheet-worker.ts", import.meta.url), { type: "module" });
    const end = () => worker.terminate();
    worker.onmessage = ({ data }: MessageEvent<{ content: ArrayBuffer } | { error: string }>) => {
      end();
      if ("content" in data) resolve(data.content);
      else reject(new Error(data.error));
    };
    worker.onerror = (event) => {
      end();
      reject(new Error(event.message || "The file could not be made: reload the page and try again"));
    };
    worker.postMessage(sheet);
  });

/** Makes an .xlsx and saves it. Its moments are by TIME_ZONE, as those of the files that report workers write. */
export async function saveSheet({ file, ...sheet }: Sheet): Promise<void> {
  saveFile(file, new Blob([await writeBeside({ ...sheet, timeZone: serverZone() })], { type: kind }));
}
