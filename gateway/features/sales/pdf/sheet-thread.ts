import { parentPort } from "node:worker_threads";
import type { DaySheet } from "./day-sheet.ts";
import { drawSheets } from "./draw-sheet.ts";

/** A thread of its own: drawing takes long enough to keep everybody else waiting. */
parentPort?.on("message", ({ id, sheets, title }: { id: number; sheets: DaySheet[]; title: string }) => {
  drawSheets(sheets, title).then(
    (pdf) => parentPort?.postMessage({ id, pdf }),
    (error: unknown) => parentPort?.postMessage({ id, error: String(error) }),
  );
});
