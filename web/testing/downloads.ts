import { beforeEach, vi } from "vitest";
import { clearAlertLogAtom } from "../state/alerts.atoms.ts";
import { store } from "../state/jotai.ts";

/** Files that the console requests and saves, anew for each test: a request waits until `answer` is called. */
export const setUpDownloads = () => {
  const found = {
    /** Answers the latest request. */
    answer: (_response: Response): void => undefined,
    requested: [] as URL[],
    /** Names of files. */
    saved: [] as string[],
  };
  beforeEach(() => {
    found.requested = [];
    found.saved = [];
    store.set(clearAlertLogAtom);
    vi.stubGlobal("fetch", (request: Request | string) => {
      found.requested.push(new URL(typeof request === "string" ? request : request.url, "http://x"));
      return new Promise<Response>((resolve) => {
        found.answer = resolve;
      });
    });
    URL.createObjectURL = () => "blob:file";
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
      found.saved.push(this.download);
    });
  });
  return found;
};
