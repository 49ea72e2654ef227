import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseSync } from "vite";
import { complaintAbout, importsOf, isForTests } from "./check-sources/imports.ts";
import { findPageReads, isOfInstallation } from "./check-sources/page-reads.ts";

/** The rules of docs/architecture.md and CONTRIBUTING.md that Biome cannot say, for every file that git knows. */
const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
});
const paths = new Set(listed.split("\0").filter((path) => path !== "" && existsSync(path)));

const problems = [...paths].sort().flatMap((path) => {
  // Types that are generated are read by nobody.
  if (!/\.(ts|tsx|mjs|cjs|js|css|html|sh)$/.test(path) || /^docs\/examples\/.*\.d\.ts$/.test(path)) return [];
  const text = readFileSync(path, "utf8");
  const lines = text.replace(/\n$/, "").split("\n").length;
  // A file is read in one sitting; what sets tests up is looked up in instead.
  const limit = isForTests(path) && !path.includes(".test.") ? 400 : 250;
  const found = lines > limit ? [`${path}:${limit + 1} has ${lines} lines, ${limit} are the limit`] : [];
  const vague = /(^|[/-])(utils?|helpers?)(?=[-./])|(^|\/)(common|misc)(?=[./])/.exec(path)?.[0].replace(/^[/-]/, "");
  if (vague) found.push(`${path}:1 is called ${vague}: name what it does`);
  if (/^index\.(tsx?|m?js)$/.test(basename(path)))
    found.push(`${path}:1 is an index file: import from where a thing is written`);
  return [...found, ...(/\.(tsx?|mjs)$/.test(path) ? inSource(path, text) : [])];
});

/** Imports and hasty reads of a page; what cannot be parsed is named by Biome. */
function inSource(path: string, text: string): string[] {
  const parsed = parseSync(path, text);
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length;
  const imports = importsOf(parsed, text, lineAt).flatMap((found) => {
    const complaint = complaintAbout(path, found, paths);
    return complaint ? [`${path}:${found.line} ${complaint}`] : [];
  });
  const reads = (isOfInstallation(path) ? findPageReads(parsed, lineAt) : []).map(
    ({ call, line }) =>
      `${path}:${line} reads the page at once (${call}): repeat it with eventually or until, or say beside it // settled: why`,
  );
  return [...imports, ...reads];
}

console.log([...problems, `check-sources: ${paths.size} files, ${problems.length} problems`].join("\n"));
process.exitCode = problems.length === 0 ? 0 : 1;
