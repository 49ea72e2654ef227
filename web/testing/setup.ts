import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";
import { completeDom, pretendDesk } from "./dom.ts";

completeDom();

afterEach(() => {
  cleanup();
  pretendDesk();
  localStorage.clear();
});
