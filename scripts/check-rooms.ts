import { checkTree, reportText } from "./check-rooms/check.ts";
import { readTree } from "./check-rooms/tree.ts";

/** Who imports whom, length and names of files: the rules of docs/architecture.md that no other tool keeps. */
const verdict = checkTree(readTree(process.cwd()));
console.log(reportText(verdict));
process.exitCode = verdict.problems.length === 0 ? 0 : 1;
