import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { declaredEndpoints } from "../gateway/testing/declared-endpoints.ts";
import { paths } from "../web/app/paths.ts";
import { anchorOf, cellsUnder, headingsOf, specification } from "./testing/specification.ts";

const root = join(import.meta.dirname, "..");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root })
  .toString()
  .split("\n")
  .filter((path) => /\.(tsx?|mjs|md|css)$/.test(path) && existsSync(join(root, path)))
  // This test names the forms themselves.
  .filter((path) => path !== "scripts/specification.test.ts")
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

const headings = specification.flatMap(({ text }) => headingsOf(text));

test("each heading stands once, so that a reference leads to one place", () => {
  expect(headings.filter((heading, at) => headings.indexOf(heading) !== at)).toEqual([]);
  expect(new Set(headings.map(anchorOf)).size).toBe(headings.length);
});

test("each reference to the specification leads to a heading", () => {
  const references = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\b[sS]pecification:[ \t]*([^).;,:"`*\n]*)/g)].map((found) => ({
      path,
      heading: (found[1] ?? "").trim(),
    })),
  );
  expect(references.length).toBeGreaterThan(150);
  expect(references.filter(({ heading }) => !headings.includes(heading))).toEqual([]);
});

test("nothing refers to the specification by the number of a section", () => {
  const numbered = /specification,?\s(\*\s)?\(?sections?\b|decisions?,? (of money|section)/i;
  expect(files.filter(({ text }) => numbered.test(text)).map(({ path }) => path)).toEqual([]);
});

test("each link to a part of the specification leads to a heading of the page that it names", () => {
  const anchors = new Map(specification.map(({ path, text }) => [`docs/${path}`, headingsOf(text).map(anchorOf)]));
  const dangling = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([^)#\s]*)#([^)]+)\)/g)]
      .map(([, page, anchor = ""]) => ({ path, page: page ? join(dirname(path), page) : path, anchor }))
      .filter(({ page, anchor }) => anchors.get(page)?.includes(anchor) === false),
  );
  expect(dangling).toEqual([]);
});

test("its routes are the console's", () => {
  const named = (path: string) => path.toLowerCase().replace(/:(\w+)/g, "{$1}");
  expect(cellsUnder("Routes").map(named).sort()).toEqual(Object.values(paths).map(named).sort());
});

test("its calls are the declared ones, and the payment provider's notice", async () => {
  const withoutNames = (call: string) => call.replace(/:\w+|\{\w+\}/g, "{}");
  const declared = (await declaredEndpoints()).map(([, { method, path }]) => `${method} ${path}`);
  const written = headings.flatMap((heading) => (/^(Further c|C)alls/.test(heading) ? cellsUnder(heading) : []));
  expect(written.map(withoutNames).sort()).toEqual(
    [...declared, "POST /intake/payments/webhook"].map(withoutNames).sort(),
  );
});
