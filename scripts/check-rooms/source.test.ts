import { describe, expect, test } from "vitest";
import { door, saidAbout } from "./testing/small-tree.ts";

describe("every way to import is seen", () => {
  test.each([
    ["statically", `import { a } from "#shared/runtime/mongo.ts";`],
    ["for its effect", `import "#shared/runtime/mongo.ts";`],
    ["as a whole", `import * as m from "#shared/runtime/mongo.ts";`],
    ["for its types", `import type { A } from "#shared/runtime/mongo.ts";`],
    ["as a type in place", `type A = import("#shared/runtime/mongo.ts").A;`],
    ["lazily", `const a = await import("#shared/runtime/mongo.ts");`],
    ["lazily by a template", "const a = await import(`#shared/runtime/mongo.ts`);"],
    ["by require", `const a = require("#shared/runtime/mongo.ts");`],
    ["to pass one name on", `export { a } from "#shared/runtime/mongo.ts";`],
    ["to pass a type on", `export type { A } from "#shared/runtime/mongo.ts";`],
    ["to pass everything on", `export * from "#shared/runtime/mongo.ts";`],
    ["beside text with quotes", `const p = <p>Don't {import("#shared/runtime/mongo.ts")}</p>;`],
  ])("%s", (_, code) => {
    expect(door("web/ui/Table.tsx", "shared/runtime/mongo.ts", code)).toEqual([
      "web/ui/Table.tsx:1 imports shared/runtime/mongo.ts: web may not use shared/runtime",
    ]);
  });

  test("but not what is only written in a comment, a string or a text", () => {
    const code = [
      `// import "../gateway/app.ts";`,
      "const s = \"import '../gateway/app.ts'\";",
      "const t = <p>import '../gateway/app.ts'</p>;",
    ].join("\n");
    expect(door("web/ui/Table.tsx", "gateway/app.ts", code)).toEqual([]);
  });

  test("a file that cannot be parsed is a problem, not a silence", () => {
    expect(saidAbout({ "web/ui/Table.tsx": "const a = 1;\nconst b = ;" })).toEqual([
      expect.stringMatching(/^web\/ui\/Table\.tsx:2 cannot be read/),
    ]);
  });
});
