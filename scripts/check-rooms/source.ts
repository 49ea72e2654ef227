import { type ESTree, parseSync } from "vite";
import { findPageReads, isWholeHouse, type PageRead } from "./page-reads.ts";
import { constantText, forEachNode, isNamed, propertyOf } from "./syntax.ts";

/** How one file names another. Type-only imports vanish in the build, lazy ones are loaded when they are reached. */
export type ImportKind = "value" | "type" | "lazy";

export type Import = { specifier: string; kind: ImportKind; line: number };

/** A place that reads the environment: the process's own, or what Vite builds into the client. */
export type EnvironmentRead = { of: "process" | "vite"; line: number };

export type Source = {
  path: string;
  lines: number;
  imports: Import[];
  environmentReads: EnvironmentRead[];
  /** Lines where a test waits with Vitest's own `vi.waitFor` or `vi.waitUntil`. */
  vitestWaits: number[];
  /** Lines where an object literal is spread at the place where it is written. */
  packings: number[];
  /** Where a whole-house test reads a page at once instead of waiting for it. */
  pageReads: PageRead[];
  /** The parser's own words where the file is not valid TypeScript: its imports are then unknown. */
  syntaxError: { message: string; line: number } | null;
};

const parsed = /\.(ts|tsx|mjs)$/;
/** Walking the tree is the slow part, so it is done only where the text can hold what the walk looks for. */
const needsWalk = /\bimport\s*\(|\brequire\s*\(|\bprocess\b|\bimport\.meta\b|\bwait(For|Until)\b|\.\.\.\s*\{/;

/** Reads one file's imports and environment reads with the parser that also builds the client; other files have none. */
export const readSource = (path: string, text: string): Source => {
  const source: Source = {
    path,
    lines: countLines(text),
    imports: [],
    environmentReads: [],
    vitestWaits: [],
    packings: [],
    pageReads: [],
    syntaxError: null,
  };
  if (!parsed.test(path)) return source;
  const lineAt = lineFinder(text);
  const result = parseSync(path, text);
  const [error] = result.errors;
  if (error) {
    const line = lineAt(error.labels[0]?.start ?? 0);
    return { ...source, syntaxError: { message: error.message, line } };
  }
  for (const found of result.module.staticImports) {
    const onlyTypes = found.entries.length > 0 && found.entries.every((entry) => entry.isType);
    source.imports.push({
      specifier: found.moduleRequest.value,
      kind: onlyTypes ? "type" : "value",
      line: lineAt(found.start),
    });
  }
  for (const found of result.module.staticExports) {
    // One statement names one file, however many names it passes on.
    const from = found.entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    if (!from) continue;
    const kind = found.entries.every((entry) => entry.isType) ? "type" : "value";
    source.imports.push({ specifier: from.value, kind, line: lineAt(found.start) });
  }
  if (needsWalk.test(text)) walk(result.program, source, lineAt);
  if (isWholeHouse(path)) source.pageReads = findPageReads(result, lineAt);
  source.imports.sort((a, b) => a.line - b.line);
  return source;
};

/** Finds what the module record leaves out: imports made of expressions and types, reads of the environment, waits, packings. */
const walk = (program: ESTree.Program, source: Source, lineAt: (offset: number) => number) => {
  const add = (from: ESTree.Node | undefined, kind: ImportKind) => {
    const specifier = from ? constantText(from) : null;
    if (from && specifier !== null) source.imports.push({ specifier, kind, line: lineAt(from.start) });
  };
  forEachNode(program, (node) => {
    if (node.type === "ImportExpression") add(node.source, "lazy");
    if (node.type === "TSImportType") add(node.source, "type");
    if (node.type === "CallExpression" && isNamed(node.callee, "require")) add(node.arguments[0], "value");
    const of = environmentReadBy(node);
    if (of) source.environmentReads.push({ of, line: lineAt(node.start) });
    if (isVitestWait(node)) source.vitestWaits.push(lineAt(node.start));
    if (isPacking(node)) source.packings.push(lineAt(node.start));
  });
};

const environmentReadBy = (node: ESTree.Node): EnvironmentRead["of"] | null => {
  if (node.type === "MemberExpression" && propertyOf(node) === "env") {
    if (isProcess(node.object)) return "process";
    return node.object.type === "MetaProperty" ? "vite" : null;
  }
  if (node.type === "VariableDeclarator" && node.id.type === "ObjectPattern" && node.init && isProcess(node.init)) {
    const takesIt = node.id.properties.some((part) => part.type === "Property" && isNamed(part.key, "env"));
    return takesIt ? "process" : null;
  }
  if (node.type === "ImportDeclaration" && /^(node:)?process$/.test(node.source.value)) {
    const takesIt = node.specifiers.some((part) => part.type === "ImportSpecifier" && isNamed(part.imported, "env"));
    return takesIt ? "process" : null;
  }
  return null;
};

const isVitestWait = (node: ESTree.Node): boolean =>
  node.type === "MemberExpression" && isNamed(node.object, "vi") && /^wait(For|Until)$/.test(propertyOf(node) ?? "");

/** `{ ...{ a, b }, c }` and `<Part {...{ a, b }} />`. */
const isPacking = (node: ESTree.Node): boolean =>
  (node.type === "SpreadElement" || node.type === "JSXSpreadAttribute") && node.argument.type === "ObjectExpression";

/** `process` and `globalThis.process` are one object. */
const isProcess = (node: ESTree.Node): boolean =>
  isNamed(node, "process") || (node.type === "MemberExpression" && propertyOf(node) === "process");

/** Lines as an editor counts them: a last line without a line break counts, an empty one after it does not. */
const countLines = (text: string): number => text.split("\n").length - (text.endsWith("\n") || text === "" ? 1 : 0);

const lineFinder = (text: string) => (offset: number) => text.slice(0, offset).split("\n").length;
