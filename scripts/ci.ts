import { runTests } from "./ci/run-tests.ts";
import { vitestIn } from "./ci/vitest-run.ts";

/** Every test, for .ci/run, which hands in how the checks ended. */
const [, , checkCode = "0"] = process.argv;
const isGreen = await runTests({
  run: vitestIn(process.cwd()),
  say: (line) => console.log(line),
  areChecksGood: checkCode === "0",
});
process.exit(isGreen ? 0 : 1);
