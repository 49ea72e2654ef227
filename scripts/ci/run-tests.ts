import type { ReportedRun } from "./reported-run.ts";
import { filesToRunAgain, verdictOf } from "./verdict.ts";

/** One run of the tests, of all or of these files: its exit code, and its report. */
export type TestRun = (files: string[]) => Promise<{ code: number; report: ReportedRun | null }>;

interface Parts {
  run: TestRun;
  say: (line: string) => void;
  /** Whether format, lint, types and packages are right. */
  areChecksGood: boolean;
}

/**
 * Every test; where a few files failed, those once more, alone, and their second result counts. The last line is
 * "N passed, N failed". True when all is green.
 */
export const runTests = async ({ run, say, areChecksGood }: Parts): Promise<boolean> => {
  const first = await run([]);
  const again = first.report ? filesToRunAgain(first.report) : [];
  if (again.length > 0) say(`Once more, alone: ${again.join(", ")}`);
  const second = again.length > 0 ? await run(again) : null;

  const { passed, failed, skipped, flaky } = first.report
    ? verdictOf(first.report, second?.report ?? null)
    : { passed: 0, failed: 0, skipped: 0, flaky: [] };
  const { code } = second ?? first;
  for (const name of flaky) say(`flaky: ${name}`);
  if (!first.report) say("The test run left no results.");
  if (!areChecksGood) say("The checks failed; see above.");
  if (code !== 0 && failed === 0) say(`The test run ended with exit code ${code}; see above.`);
  if (skipped > 0) say(`${skipped} skipped, as said above.`);
  say(`${passed} passed, ${failed} failed`);
  return areChecksGood && code === 0 && failed === 0 && passed > 0;
};
