import { expect, test } from "vitest";
import type { ReportedFile, ReportedRun } from "./reported-run.ts";
import { filesToRunAgain, verdictOf } from "./verdict.ts";

type States = Record<string, ReportedFile["tests"][number]["state"]>;

const file = (path: string, states: States, isGood = !Object.values(states).includes("failed")): ReportedFile => ({
  project: "rooms",
  path,
  isGood,
  tests: Object.entries(states).map(([name, state]) => ({ name, state })),
});
const run = (files: ReportedFile[], strayErrors = 0): ReportedRun => ({ files, strayErrors });

const good = file("good.test.ts", { adds: "passed", waits: "skipped" });
const shaky = file("shaky.test.ts", { opens: "failed", closes: "passed" });

test("three files that failed run again, four do not, nor does any beside a stray error", () => {
  const failed = (count: number) => Array.from({ length: count }, (_, at) => file(`${at}.test.ts`, { one: "failed" }));
  expect(filesToRunAgain(run([good]))).toEqual([]);
  expect(filesToRunAgain(run([good, ...failed(3)]))).toEqual(["0.test.ts", "1.test.ts", "2.test.ts"]);
  expect(filesToRunAgain(run([good, ...failed(4)]))).toEqual([]);
  expect(filesToRunAgain(run([good, ...failed(1)], 1))).toEqual([]);
});

test("a test that fails and then passes is named, and counts as passed", () => {
  const again = file("shaky.test.ts", { opens: "passed", closes: "passed" });
  expect(verdictOf(run([good, shaky]), run([again]))).toEqual({
    passed: 3,
    failed: 0,
    skipped: 1,
    flaky: ["shaky.test.ts > opens"],
  });
});

test("a test that fails twice stays failed, and so does one that only fails the second time", () => {
  const again = file("shaky.test.ts", { opens: "failed", closes: "passed" });
  const other = file("shaky.test.ts", { opens: "passed", closes: "failed" });
  expect(verdictOf(run([shaky]), run([again]))).toMatchObject({ passed: 1, failed: 1, flaky: [] });
  expect(verdictOf(run([shaky]), run([other]))).toMatchObject({
    passed: 1,
    failed: 1,
    flaky: ["shaky.test.ts > opens"],
  });
});

test("what did not run again keeps its first result", () => {
  expect(verdictOf(run([good, shaky]), null)).toMatchObject({ passed: 2, failed: 1, flaky: [] });
  expect(verdictOf(run([shaky]), run([]))).toMatchObject({ passed: 1, failed: 1, flaky: [] });
});

test("a good file that a second run took along counts once", () => {
  const taken = file("good.test.ts", { adds: "failed" });
  expect(verdictOf(run([good]), run([taken]))).toMatchObject({ passed: 1, failed: 0 });
});

test("a file whose set-up failed is a failure though no test is, and is named by itself once it passes", () => {
  const unloaded = file("whole.test.ts", {}, false);
  expect(verdictOf(run([unloaded]), null)).toMatchObject({ passed: 0, failed: 1 });
  expect(verdictOf(run([unloaded]), run([unloaded]))).toMatchObject({ failed: 1, flaky: [] });
  const whole = file("whole.test.ts", { adds: "passed" });
  expect(verdictOf(run([unloaded]), run([whole]))).toMatchObject({ passed: 1, failed: 0, flaky: ["whole.test.ts"] });
});

test("a test that never ended has failed, and an error of no test is a failure", () => {
  expect(verdictOf(run([file("long.test.ts", { hangs: "pending" }, false)]), null)).toMatchObject({ failed: 1 });
  expect(verdictOf(run([good], 2), null)).toMatchObject({ passed: 1, failed: 2 });
});
