import { Worker } from "node:worker_threads";
import * as z from "zod";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DaySheet } from "./day-sheet.ts";

/** A month takes up to a second: what waits longer is answered too late, and drawn for nobody while others wait. */
const mostWaiting = 16;
/** A thread with nothing to do ends. */
const idleMs = 30_000;
const Drawn = z.object({ id: z.number(), pdf: z.instanceof(Uint8Array).optional(), error: z.string().optional() });

/** As it was built, it stands beside this very file; from the sources tsx has to read it, which threads do not inherit. */
const startThread = (): Worker => {
  if (!import.meta.url.endsWith(".ts")) return new Worker(new URL("./sheet-thread.js", import.meta.url));
  const thread = JSON.stringify(new URL("./sheet-thread.ts", import.meta.url).href);
  const code = `import("tsx/esm/api").then(({ register }) => { register(); return import(${thread}); })`;
  return new Worker(code, { eval: true, execArgv: [] });
};

/**
 * Draws sheets in one thread, which starts with the first and ends by itself. A sheet that fails rejects alone; with
 * `unavailable` where too many wait.
 */
export const createSheetMaker = () => {
  const waiting = new Map<number, { done: (pdf: Buffer) => void; failed: (error: Error) => void }>();
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let count = 0;

  const end = (why?: Error) => {
    const ended = thread;
    thread = null;
    for (const { failed } of waiting.values()) failed(why ?? new Error("the thread that draws ended"));
    waiting.clear();
    void ended?.terminate();
  };
  const begin = (): Worker => {
    const begun = startThread();
    begun.unref();
    begun.on("error", (error) => thread === begun && end(error instanceof Error ? error : new Error(String(error))));
    begun.on("exit", () => thread === begun && end());
    begun.on("message", (message: unknown) => {
      const { id, pdf, error } = Drawn.parse(message);
      const requested = waiting.get(id);
      waiting.delete(id);
      if (pdf) requested?.done(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
      else requested?.failed(new Error(error ?? "the sheet was not drawn"));
      if (waiting.size > 0) return;
      idle = setTimeout(end, idleMs);
      idle.unref();
    });
    return begun;
  };

  return (sheets: readonly DaySheet[], title: string): Promise<Buffer> =>
    new Promise((done, failed) => {
      if (waiting.size >= mostWaiting)
        throw new DomainError("unavailable", "Too many sheets are being drawn right now; try again shortly");
      clearTimeout(idle);
      thread ??= begin();
      count += 1;
      waiting.set(count, { done, failed });
      thread.postMessage({ id: count, sheets, title });
    });
};
