import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// The window and the packages are loaded once for all files of a worker; the client itself begins anew for each.
vi.resetModules();
const { completeDom, pretendDesk } = await import("./dom.ts");
const { fetchSelectList } = await import("../ui/form/select-code.ts");

completeDom();
// As in a browser that somebody has touched.
await fetchSelectList();
// A second, the library's own limit, is short on a busy machine; vitest.config.ts gives a test longer than this.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  cleanup();
  pretendDesk();
  localStorage.clear();
});
