import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fixedTexts } from "./testing/fixed-texts.ts";

const root = join(import.meta.dirname, "..");
const sources = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root })
  .toString()
  .split("\n")
  .filter(
    (path) => /^(shared|web|gateway|workers)\/.*\.tsx?$/.test(path) && !/\.test\.|\/testing\/|\/gallery\//.test(path),
  )
  .filter((path) => existsSync(join(root, path)))
  .map((path) => readFileSync(join(root, path), "utf8"));

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
/** The whole text and nothing else, as a string or between tags; `named` is how a name stands in it. */
const wholly = (text: string, named: string) =>
  new RegExp(
    `["'\`>:]\\s*${text
      .split(/\{\w+\}/)
      .map(escaped)
      .join(named)}\\s*["'\`<]`,
  );

const all = Object.values(fixedTexts).flatMap((reached) =>
  Object.entries(reached).flatMap(([file, texts]) => texts.map((text) => [text, file] as const)),
);

test.each(all)("'%s' is in the product, spelled as in the specification, and %s reaches it", (text, file) => {
  const inProduct = wholly(text, "\\$\\{[^}]+\\}");
  expect(sources.some((source) => inProduct.test(source))).toBe(true);
  expect(wholly(text, "[^\"'`]+").test(readFileSync(join(root, file), "utf8"))).toBe(true);
});

test("each text stands once, and none of the error catalogue is left out: 44 failures, 41 notices", () => {
  const counted = Object.entries(fixedTexts).map(([kind, reached]) => {
    const texts = Object.values(reached).flat();
    expect([kind, texts.filter((text, at) => texts.indexOf(text) !== at)]).toEqual([kind, []]);
    return [kind, texts.length];
  });
  expect(Object.fromEntries(counted)).toEqual({ states: 26, checks: 24, failures: 44, notices: 41 });
});
