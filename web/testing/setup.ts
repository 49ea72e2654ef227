import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { completeDom, pretendDesk } from "./dom.ts";

completeDom();
// A second, the library's own limit, is short on a busy machine; vitest.config.ts gives a test longer than this.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
  pretendDesk();
  localStorage.clear();
});
