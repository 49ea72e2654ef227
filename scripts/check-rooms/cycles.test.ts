import { describe, expect, test } from "vitest";
import { saidAbout } from "./testing/small-tree.ts";

describe("circles", () => {
  test("a cycle is named once, with its way round, however many files are tangled in it", () => {
    const files = {
      "workers/a.ts": `import "./b.ts";`,
      "workers/b.ts": `import "./c.ts";`,
      "workers/c.ts": `import "./a.ts"; const d = import("./d.ts");`,
      "workers/d.ts": `import "./c.ts";`,
      "workers/e.ts": `import "./a.ts";`,
    };
    expect(saidAbout(files)).toEqual([
      "workers/a.ts:1 import cycle: workers/a.ts -> workers/b.ts -> workers/c.ts -> workers/a.ts",
    ]);
  });

  test("a cycle that only types make is called so", () => {
    const files = {
      "workers/a.ts": `import "./b.ts";`,
      "workers/b.ts": `import type { A } from "./a.ts";`,
    };
    expect(saidAbout(files)).toEqual([
      "workers/a.ts:1 import cycle through types: workers/a.ts -> workers/b.ts -> workers/a.ts",
    ]);
  });

  test("two ways to one file are no cycle", () => {
    const files = {
      "workers/a.ts": `import "./b.ts"; import "./c.ts";`,
      "workers/b.ts": `import "./c.ts";`,
      "workers/c.ts": "",
    };
    expect(saidAbout(files)).toEqual([]);
  });
});
