import { beforeAll, describe, expect, test } from "vitest";
import { type Case, files, groups, placed, whole } from "./check-sources/testing/cases.ts";
import { checkPlanted } from "./check-sources/testing/planted.ts";

let said: Awaited<ReturnType<typeof checkPlanted>>;
beforeAll(async () => {
  said = await checkPlanted(files);
});

/** Biome's other findings in such short files do not matter here. */
const others =
  /noImportCycles|noUnused|noRedeclare|noUndeclaredVariables|complexity|organizeImports|lint\/(a11y|security)|noUnusedVariables/;
const relevant = (texts: string[]) => texts.filter((text) => !others.test(text));

for (const [name, rows] of Object.entries(groups)) {
  describe(name, () => {
    test.each(rows.filter(([, , why]) => why === undefined))("%s may contain %s", (...row) => {
      const found = rows.find(([path, code, why]) => path === row[0] && code === row[1] && why === undefined);
      expect(relevant(said.at(row[0], placed.get(found as Case) ?? 0))).toEqual([]);
    });

    test.each(rows.filter(([, , why]) => why !== undefined))("%s may not contain %s: %s", (path, code, why) => {
      const found = rows.find((row) => row[0] === path && row[1] === code && row[2] === why);
      expect(said.at(path, placed.get(found as Case) ?? 0)).toContainEqual(expect.stringContaining(why ?? ""));
    });
  });
}

test.each(whole)("length and name of %s", (path, _, why) => {
  const ours = said.of(path).filter((text) => !text.startsWith("lint/"));
  expect(ours).toEqual(why ? [expect.stringContaining(why)] : []);
});

test("import cycles are named, those through types and lazy imports included", () => {
  const inCycles = "abcdefgh"
    .split("")
    .filter((name) => said.of(`shared/${name}.ts`).join().includes("noImportCycles"));
  expect(inCycles.join("")).toBe("abcdef");
});

test("ignored and deleted files do not count, new ones do, and one problem is enough to fail", async () => {
  const clean = await checkPlanted({
    "dist/utils.ts": "",
    "workers/gone.ts": `import "../gateway/app.ts";`,
    "gateway/app.ts": "",
  });
  expect([clean.code, clean.lastLine]).toEqual([0, "check-sources: 6 files, 0 problems"]);
  expect([said.code, said.lastLine]).toEqual([1, expect.stringMatching(/^check-sources: \d+ files, \d+ problems$/)]);
});
