import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary.ts";
import { runTests } from "./run-tests.ts";
import { vitestIn } from "./vitest-run.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder("ci");
  await symlink(join(process.cwd(), "node_modules"), join(folder.path, "node_modules"));
});
afterAll(() => folder.remove());

const put = (name: string, ...lines: string[]) =>
  writeFile(join(folder.path, name), [`import { expect, test } from "vitest";`, ...lines].join("\n"));

/** The lines that are said about the tests of the folder, and whether all is green. */
const verdict = async () => {
  const lines: string[] = [];
  const run = vitestIn(folder.path, "ignore");
  const isGreen = await runTests({ run, say: (line) => lines.push(line), areChecksGood: true });
  return { isGreen, lines };
};

test("Vitest's own run: what fails once is named, what fails for good has failed, and so has an error of no test", async () => {
  await put("steady.test.mjs", `test("adds", () => expect(1 + 1).toBe(2));`, `test.skip("waits", () => {});`);
  await put(
    "shaky.test.mjs",
    `import { existsSync, writeFileSync } from "node:fs";`,
    `const been = new URL("been", import.meta.url);`,
    `test("comes the second time", () => {`,
    `  const isSecond = existsSync(been);`,
    `  writeFileSync(been, "");`,
    `  expect(isSecond).toBe(true);`,
    `});`,
  );
  expect(await verdict()).toEqual({
    isGreen: true,
    lines: [
      "Once more, alone: shaky.test.mjs",
      "flaky: shaky.test.mjs > comes the second time",
      "1 skipped, as said above.",
      "2 passed, 0 failed",
    ],
  });

  await put("broken.test.mjs", `test("holds", () => expect(1 + 1).toBe(3));`);
  await put("stray.test.mjs", `void Promise.reject(new Error("stray"));`, `test("holds", () => {});`);
  const stray = await verdict();
  expect(stray).toMatchObject({ isGreen: false });
  expect(stray.lines.at(-1)).toBe("3 passed, 2 failed");
});

test("what fails twice has failed, and so have checks", async () => {
  const tests = [{ name: "holds", state: "failed" as const }];
  const report = { files: [{ project: "", path: "broken.test.mjs", isGood: false, tests }], strayErrors: 0 };
  const lines: string[] = [];
  const isGreen = await runTests({
    run: async () => ({ code: 1, report }),
    say: (line) => lines.push(line),
    areChecksGood: false,
  });
  expect({ isGreen, lines }).toEqual({
    isGreen: false,
    lines: ["Once more, alone: broken.test.mjs", "The checks failed; see above.", "0 passed, 1 failed"],
  });
});

test("a run that leaves no results is no success", async () => {
  const lines: string[] = [];
  const isGreen = await runTests({
    run: async () => ({ code: 1, report: null }),
    say: (line) => lines.push(line),
    areChecksGood: true,
  });
  expect({ isGreen, lines }).toEqual({
    isGreen: false,
    lines: ["The test run left no results.", "The test run ended with exit code 1; see above.", "0 passed, 0 failed"],
  });
});
