import { vi } from "vitest";
import type { Sheet } from "../ui/sheet.ts";
import { writeSheet } from "../ui/write-sheet.ts";

/** jsdom has no workers: the one that writes sheets does the same work here, in its own turn. */
class SheetWriter {
  onmessage: ((event: MessageEvent<{ content: ArrayBuffer }>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;

  postMessage(sheet: Omit<Sheet, "file">): void {
    setTimeout(() => this.onmessage?.(new MessageEvent("message", { data: { content: writeSheet(sheet) } })));
  }

  terminate(): void {
    this.onmessage = null;
  }
}

export const playSheetWriter = (): void => {
  vi.stubGlobal("Worker", SheetWriter);
};
