import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/** What one test came to; "pending" is a test that was begun and not ended. */
type State = "passed" | "failed" | "skipped" | "pending";

export interface ReportedFile {
  project: string;
  /** From the root of the repository. */
  path: string;
  /** False too where no test failed, but its set-up or the file itself. */
  isGood: boolean;
  tests: { name: string; state: State }[];
}

export interface ReportedRun {
  files: ReportedFile[];
  /** Errors that belong to no test: Vitest fails the run for them, its own JSON does not name them. */
  strayErrors: number;
}

/** The variable that names the file into which a run is reported. */
export const reportedRunVariable = "CANSOLE_RUN_REPORT";

const reportedFile = (module: TestModule): ReportedFile => ({
  project: module.project.name,
  path: module.relativeModuleId,
  isGood: module.state() !== "failed",
  tests: [...module.children.allTests()].map((test) => ({ name: test.fullName, state: test.result().state })),
});

/** Vitest loads it with `--reporter`. */
export default class ReportRun implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly unknown[]): void {
    const path = process.env[reportedRunVariable];
    if (!path) throw new Error(`Say with ${reportedRunVariable} where the run is to be reported`);
    const report: ReportedRun = { files: modules.map(reportedFile), strayErrors: strayErrors.length };
    writeFileSync(path, JSON.stringify(report));
  }
}
