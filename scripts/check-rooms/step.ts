import { resolveImport } from "./resolve.ts";
import type { ImportKind } from "./source.ts";
import type { Tree } from "./tree.ts";

/** One import between two files of the repository. */
export type ImportStep = {
  from: string;
  to: string;
  kind: ImportKind;
  line: number;
  spelling: "relative" | "alias";
};

/** Every import that leads to a file of the repository. */
export const stepsOf = (tree: Tree): ImportStep[] =>
  tree.sources.flatMap(({ path: from, imports }) =>
    imports.flatMap(({ specifier, kind, line }) => {
      const target = resolveImport(from, specifier);
      return target.kind === "file" ? [{ from, to: target.path, kind, line, spelling: target.spelling }] : [];
    }),
  );
