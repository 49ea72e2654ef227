import { isBuiltin } from "node:module";
import { posix } from "node:path";

/** Where an import leads: to a file of the repository, into Node, or to a package. */
export type ImportTarget =
  | { kind: "file"; path: string; spelling: "relative" | "alias" }
  | { kind: "node"; name: string }
  | { kind: "package"; name: string };

/** Reads a specifier as the tools do: `#shared/` from the root, dots from the file, `?raw` and the like cut off. */
export const resolveImport = (from: string, specifier: string): ImportTarget => {
  const name = specifier.replace(/\?.*$/, "");
  if (name.startsWith("#shared/")) {
    return { kind: "file", path: posix.normalize(name.slice(1)), spelling: "alias" };
  }
  if (name.startsWith(".")) {
    return { kind: "file", path: posix.join(posix.dirname(from), name), spelling: "relative" };
  }
  if (isBuiltin(name)) return { kind: "node", name };
  const parts = name.split("/");
  return { kind: "package", name: parts.slice(0, name.startsWith("@") ? 2 : 1).join("/") };
};
