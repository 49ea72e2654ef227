import { parentPort } from "node:worker_threads";
import type { DaySheet } from "./day-sheet.ts";
import { drawSheet } from "./draw-sheet.ts";

/** A thread of its own: drawing takes long enough to keep everybody else waiting. */
parentPort?.on("message", ({ id, sheet }: { id: number; sheet: DaySheet }) => {
  drawSheet(sheet).then(
    (pdf) => parentPort?.postMessage({ id, pdf }),
    (error: unknown) => parentPort?.postMessage({ id, error: String(error) }),
  );
});
