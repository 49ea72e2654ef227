import { findForbiddenDoors } from "./doors.ts";
import { findBadFiles } from "./files.ts";
import { findForbiddenPackages } from "./packages.ts";
import type { Problem } from "./problem.ts";
import { stepsOf } from "./step.ts";
import type { Tree } from "./tree.ts";

export type Findings = { problems: Problem[]; files: number; imports: number };

/** Holds a tree against every house rule; problems come by file and line. */
export const checkTree = (tree: Tree): Findings => {
  const steps = stepsOf(tree);
  const problems = [...findForbiddenDoors(tree, steps), ...findForbiddenPackages(tree), ...findBadFiles(tree)];
  return {
    problems: problems.sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1)),
    files: tree.sources.length,
    imports: tree.sources.reduce((sum, { imports }) => sum + imports.length, 0),
  };
};

/** One line per problem, in the form that editors turn into a link, and a last line with the counts. */
export const reportText = ({ problems, files, imports }: Findings): string => {
  return [
    ...problems.map(({ path, line, text }) => `${path}:${line} ${text}`),
    `check-rooms: ${counted(files, "file")}, ${counted(imports, "import")}, ${counted(problems.length, "problem")}`,
  ].join("\n");
};

const counted = (count: number, what: string): string => `${count || "no"} ${what}${count === 1 ? "" : "s"}`;
