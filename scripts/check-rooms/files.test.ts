import { describe, expect, test } from "vitest";
import { saidAbout } from "./testing/small-tree.ts";

describe("files", () => {
  test("250 lines are fine, one more is not, and data may be longer", () => {
    const lines = (count: number) => "\n".repeat(count);
    expect(
      saidAbout({ "web/ui/theme.css": lines(250), "docs/long.md": lines(999), "docs/long.json": lines(999) }),
    ).toEqual([]);
    expect(saidAbout({ "web/ui/theme.css": lines(251), "workers/run-job.ts": lines(251) })).toEqual([
      "web/ui/theme.css:251 has 251 lines, 250 are the limit",
      "workers/run-job.ts:251 has 251 lines, 250 are the limit",
    ]);
  });

  test("what sets tests up may have 400 lines, a test itself 250 like all else", () => {
    const lines = (count: number) => "\n".repeat(count);
    expect(saidAbout({ "gateway/testing/network.ts": lines(400) })).toEqual([]);
    expect(saidAbout({ "gateway/testing/network.ts": lines(401), "workers/a.test.ts": lines(251) })).toEqual([
      "gateway/testing/network.ts:401 has 401 lines, 400 are the limit",
      "workers/a.test.ts:251 has 251 lines, 250 are the limit",
    ]);
  });

  test("a test waits patiently, or not at all", () => {
    const waits = (how: string) => `import { vi } from "vitest";\nawait ${how};`;
    const wordsAt = (path: string) =>
      `${path}:2 waits by Vitest's own limit: use eventually of shared/testing/eventually.ts`;
    expect(
      saidAbout({
        "workers/a.test.ts": waits("vi.waitFor(check)"),
        "web/live/b.test.tsx": waits("vi.waitUntil(check, { timeout: 60_000 })"),
        "web/live/c.test.tsx": waits("page.locator('.live').waitFor()"),
        "gateway/d.test.ts": waits("waitFor(check)"),
      }),
    ).toEqual([wordsAt("web/live/b.test.tsx"), wordsAt("workers/a.test.ts")]);
  });

  test("an object's properties are not packed into lines by spreading literals", () => {
    const at = (line: number) =>
      `gateway/a.test.ts:${line} spreads an object where it is written: let its properties stand in the object around it`;
    expect(
      saidAbout({
        "gateway/a.test.ts": "const row = {\n  ...{ _id, name },\n  ...{ rev: 0, more: { ...{ deep } } },\n};",
      }),
    ).toEqual([at(2), at(3), at(3)]);
    expect(saidAbout({ "web/ui/Table.tsx": "const t = <Row {...{ a, b }} />;" })).toHaveLength(1);
    expect(
      saidAbout({
        "gateway/a.test.ts": "const row = { ...rest, ...(old ? {} : { isNew }), ...made({ a }), list: [...[1]] };",
        "web/ui/Table.tsx": "const t = <Row {...props} style={{ ...{}.a }} />; // not ...{ a }",
      }),
    ).toEqual([]);
  });

  test.each([
    "shared/utils.ts",
    "web/helpers/date.ts",
    "gateway/common/x.ts",
    "web/ui/date-utils.ts",
    "shared/http/index.ts",
  ])("%s is no name", (path) => {
    expect(saidAbout({ [path]: "" })).toHaveLength(1);
  });

  test.each(["shared/http/paging.ts", "web/features/utility-bills/Bill.tsx", "web/index.html"])(
    "%s is a name",
    (path) => {
      expect(saidAbout({ [path]: "" })).toEqual([]);
    },
  );

  test.each([
    "const a = process.env.PORT;",
    'const a = process["env"];',
    "const a = globalThis.process.env;",
    "const { env } = process;",
    'import { env } from "node:process";',
  ])("%s stands only where the environment is read", (code) => {
    for (const path of [
      "gateway/main.ts",
      "workers/reports/main.ts",
      "shared/runtime/config.ts",
      "scripts/start.ts",
      "gateway/app.test.ts",
    ]) {
      expect(saidAbout({ [path]: code })).toEqual([]);
    }
    expect(saidAbout({ "gateway/app.ts": code })).toEqual([expect.stringContaining("reads process.env")]);
  });

  test("the client's build values are read in web/http only", () => {
    const code = "const mode = import.meta.env.MODE;";
    expect(saidAbout({ "web/http/call.ts": code })).toEqual([]);
    expect(saidAbout({ "web/ui/Table.tsx": code })).toEqual([expect.stringContaining("only web/http does")]);
  });
});
