import type { ReportedFile, ReportedRun } from "./reported-run.ts";

/** More failed files than these are no coincidence: they are not run again. */
const mostFilesAgain = 3;

/** The files to run once more, alone; none where the trouble is greater than that. */
export const filesToRunAgain = ({ files, strayErrors }: ReportedRun): string[] => {
  const failed = files.filter(({ isGood }) => !isGood);
  return strayErrors > 0 || failed.length > mostFilesAgain ? [] : [...new Set(failed.map(({ path }) => path))];
};

interface Verdict {
  passed: number;
  failed: number;
  skipped: number;
  /** Failed first and passed then: as "file > test". */
  flaky: string[];
}

/** What a run came to, where a file that failed counts by its second result. */
export const verdictOf = (first: ReportedRun, second: ReportedRun | null): Verdict => {
  const verdict: Verdict = { passed: 0, failed: first.strayErrors + (second?.strayErrors ?? 0), skipped: 0, flaky: [] };
  for (const before of first.files) {
    const again = before.isGood ? undefined : second?.files.find((file) => isSame(file, before));
    const { isGood, tests } = again ?? before;
    const count = (...states: string[]) => tests.filter(({ state }) => states.includes(state)).length;
    const failed = count("failed", "pending");
    verdict.passed += count("passed");
    verdict.skipped += count("skipped");
    // A file that could not be loaded, or whose set-up failed, has no test that did.
    verdict.failed += failed === 0 && !isGood ? 1 : failed;
    if (again) verdict.flaky.push(...flakyOf(before, again));
  }
  return verdict;
};

const isSame = (one: ReportedFile, other: ReportedFile) => one.path === other.path && one.project === other.project;

const flakyOf = (before: ReportedFile, again: ReportedFile): string[] => {
  const failed = before.tests.filter(({ state }) => state === "failed" || state === "pending");
  const mended = failed.filter(({ name }) => again.tests.some((test) => test.name === name && test.state === "passed"));
  if (failed.length === 0 && again.isGood) return [before.path];
  return mended.map(({ name }) => `${before.path} > ${name}`);
};
