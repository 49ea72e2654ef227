import { cleanup, configure, prettyDOM } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// The window and the packages are loaded once for all files of a worker; the client itself begins anew for each.
vi.resetModules();
const { completeDom, pretendDesk } = await import("./dom.ts");
const { fetchSelectList } = await import("../ui/form/select-code.ts");

completeDom();
// As in a browser that somebody has touched.
await fetchSelectList();
// A second, the library's own limit, is short on a busy machine; vitest.config.ts gives a test longer than this.
configure({
  asyncUtilTimeout: 30_000,
  // The whole page stands in the message of every look that finds nothing, also where it is repeated until it finds: it
  // is written only for whoever reads the message. Writing it took an eighth of the time of the largest pages.
  getElementError: (words, container) => {
    const error = Object.assign(new Error(), { name: "TestingLibraryElementError" });
    const message = () => [words, prettyDOM(container)].filter(Boolean).join("\n\n");
    return Object.defineProperty(error, "message", { configurable: true, get: message });
  },
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  cleanup();
  pretendDesk();
  localStorage.clear();
});
