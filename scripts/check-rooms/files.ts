import { posix } from "node:path";
import type { Problem } from "./problem.ts";
import { isForTests, roomOf } from "./rooms.ts";
import type { Source } from "./source.ts";
import type { Tree } from "./tree.ts";

/** A file is read in one sitting; what sets a test up may be looked up in instead. */
export const longestFile = 250;
export const longestFixture = 400;

const isFixture = (path: string): boolean => isForTests(path) && !/\.test\.tsx?$/.test(path);
const limitOf = (path: string): number => (isFixture(path) ? longestFixture : longestFile);

const vagueWords: ReadonlySet<string> = new Set(["util", "utils", "helper", "helpers"]);
const vagueNames: ReadonlySet<string> = new Set(["common", "misc"]);

/** What each file must keep by itself: its length, its name, its hands off the environment, its patience, its objects. */
export const findBadFiles = (tree: Tree): Problem[] =>
  tree.sources.flatMap((source) => {
    const at = (line: number, text: string): Problem => ({ path: source.path, line, text });
    const problems = badName(source.path).map((text) => at(1, text));
    const limit = limitOf(source.path);
    if (source.lines > limit) problems.push(at(limit + 1, `has ${source.lines} lines, ${limit} are the limit`));
    if (source.syntaxError) problems.push(at(source.syntaxError.line, `cannot be read: ${source.syntaxError.message}`));
    return [...problems, ...badReads(source), ...hurriedWaits(source), ...hastyReads(source), ...packed(source)];
  });

const badName = (path: string): string[] => {
  const folders = posix.dirname(path).split("/");
  const [stem = ""] = posix.basename(path).split(".");
  const vague = [...folders, stem].find(
    (name) => vagueNames.has(name) || name.split("-").some((word) => vagueWords.has(word)),
  );
  if (vague) return [`is called ${vague}: name what it does`];
  if (/^index\.(ts|tsx|mjs|js)$/.test(posix.basename(path)))
    return ["is an index file: import from where a thing is written"];
  return [];
};

const badReads = ({ path, environmentReads }: Source): Problem[] =>
  environmentReads.flatMap(({ of, line }) => {
    if (of === "process" && !mayReadProcess(path)) {
      return [
        { path, line, text: "reads process.env: only a room's main.ts does, shared/runtime/config.ts parses it" },
      ];
    }
    if (of === "vite" && roomOf(path) === "web" && !path.startsWith("web/http/") && !isForTests(path)) {
      return [{ path, line, text: "reads import.meta.env: only web/http does" }];
    }
    return [];
  });

/** Vitest's own waits give up after a second: a busy machine fails them. */
const hurriedWaits = ({ path, vitestWaits }: Source): Problem[] =>
  vitestWaits.map((line) => ({
    path,
    line,
    text: "waits by Vitest's own limit: use eventually of shared/testing/eventually.ts",
  }));

/** What follows a click is not there at once: a machine that is busy for a moment fails such a test. */
const hastyReads = ({ path, pageReads }: Source): Problem[] =>
  pageReads.map(({ call, line }) => ({
    path,
    line,
    text: `reads the page at once (${call}): repeat it with eventually or until, or say beside it // settled: why`,
  }));

/** The formatter gives such properties a line each: packed, a file looks shorter than it is. */
const packed = ({ path, packings }: Source): Problem[] =>
  packings.map((line) => ({
    path,
    line,
    text: "spreads an object where it is written: let its properties stand in the object around it",
  }));

const mayReadProcess = (path: string): boolean =>
  roomOf(path) === "yard" ||
  isForTests(path) ||
  /^([a-z]+|scripts\/migrate)\/main\.ts$/.test(path) ||
  // A second process of its room.
  path === "workers/reports/main.ts" ||
  path.startsWith("shared/runtime/config");
