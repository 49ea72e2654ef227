import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cellsUnder } from "./testing/specification.ts";

const root = join(import.meta.dirname, "..");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root })
  .toString()
  .split("\n")
  .filter((path) => existsSync(join(root, path)));
const read = (wanted: (path: string) => boolean) =>
  files.filter(wanted).map((path) => readFileSync(join(root, path), "utf8"));

const sources = read(
  (path) => /^(shared|web|gateway|workers)\/.*\.tsx?$/.test(path) && !/\.test\.|\/testing\/|\/gallery\//.test(path),
);
/** Those that show a screen and wait for what it says. */
const screenTests = read((path) => /^(web\/(app|features|http)\/.*|scripts\/e2e\/.*)\.test\.tsx?$/.test(path));

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
/** The whole text and nothing else, as a string or between tags; `named` is how a name stands in it. */
const wholly = (text: string, named: string) =>
  new RegExp(
    `["'\`>:]\\s*${text
      .split(/\{\w+\}/)
      .map(escaped)
      .join(named)}\\s*["'\`<]`,
  );

const fixedTexts = {
  states: cellsUnder("Texts of states and buttons"),
  checks: cellsUnder("Texts of checks"),
  failures: cellsUnder("Failures"),
  notices: cellsUnder("Notices"),
};

test.each(Object.values(fixedTexts).flat())(
  "'%s' is in the product, spelled as in the specification, and a screen's test reaches it",
  (text) => {
    const inProduct = wholly(text, "\\$\\{[^}]+\\}");
    const inTest = wholly(text, "[^\"'`]+");
    expect(sources.some((source) => inProduct.test(source))).toBe(true);
    expect(screenTests.some((source) => inTest.test(source))).toBe(true);
  },
);

test("each text stands once, and none of the error catalogue is left out: 44 failures, 41 notices", () => {
  const counted = Object.entries(fixedTexts).map(([kind, texts]) => {
    expect([kind, texts.filter((text, at) => texts.indexOf(text) !== at)]).toEqual([kind, []]);
    return [kind, texts.length];
  });
  expect(Object.fromEntries(counted)).toEqual({ states: 26, checks: 24, failures: 44, notices: 41 });
});
