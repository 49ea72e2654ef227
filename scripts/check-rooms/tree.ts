import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readSource, type Source } from "./source.ts";

/** Which packages the project names itself: what runs in production, and what only builds and tests it. */
export type Packages = { production: ReadonlySet<string>; development: ReadonlySet<string> };

/** Everything the rules look at: all paths of the repository, the files that are read, and the declared packages. */
export type Tree = { paths: ReadonlySet<string>; sources: Source[]; packages: Packages };

const read = /\.(ts|tsx|mjs|js|cjs|css|html|sh)$/;

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };

/** Builds a tree from paths and texts; tests hand in small invented ones. */
export const createTree = (files: Iterable<readonly [path: string, text: string]>): Tree => {
  const texts = new Map(files);
  const manifest: Manifest = JSON.parse(texts.get("package.json") ?? "{}");
  return {
    paths: new Set(texts.keys()),
    sources: [...texts].filter(([path]) => read.test(path)).map(([path, text]) => readSource(path, text)),
    packages: {
      production: new Set(Object.keys(manifest.dependencies ?? {})),
      development: new Set(Object.keys(manifest.devDependencies ?? {})),
    },
  };
};

/** The repository as git sees it: what is tracked and what is new, never what is ignored or already deleted. */
export const readTree = (root: string): Tree => {
  const git = (...options: string[]) =>
    execFileSync("git", ["ls-files", "-z", ...options], { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
      .split("\0")
      .filter((path) => path !== "");
  const deleted = new Set(git("--deleted"));
  const paths = new Set(git("--cached", "--others", "--exclude-standard").filter((path) => !deleted.has(path)));
  const wanted = (path: string) => path === "package.json" || read.test(path);
  return createTree(
    [...paths].sort().map((path) => [path, wanted(path) ? readFileSync(join(root, path), "utf8") : ""] as const),
  );
};
