import type { ESTree, ParseResult } from "vite";
import { forEachNode } from "./syntax.ts";

/** Where an end-to-end or integration test reads a page at once, and the call for it. */
type PageRead = { call: string; line: number };

/** End-to-end and integration tests, and whatever they are made of. */
export const isOfInstallation = (path: string): boolean =>
  /^scripts\/(e2e|integration)\//.test(path) || /\.(e2e|integration)\.test\.ts$/.test(path);

/** What Playwright answers at once, or as soon as the element is there, whatever it says by then. */
const readers: ReadonlySet<string> = new Set([
  ...["count", "isVisible", "isHidden", "isChecked", "isEnabled", "isDisabled", "isEditable", "inputValue"],
  ...["textContent", "innerText", "innerHTML", "allTextContents", "allInnerTexts", "getAttribute", "boundingBox"],
  ...["evaluate", "evaluateAll", "url"],
]);
/** They run in the page. */
const inPage: ReadonlySet<string> = new Set(["evaluate", "evaluateAll", "evaluateHandle", "waitForFunction"]);
const waits: ReadonlySet<string> = new Set(["eventually", "until", "poll", "waitForURL"]);

/**
 * Reads of a page that no `eventually`, `until` or `expect.poll` repeats. A named function that reads is itself a read,
 * for its callers in this file to repeat; one that is exported must wait itself. `// settled: why` beside a statement,
 * or above it, says why there is nothing to wait for.
 */
export const findPageReads = ({ program, comments }: ParseResult, lineAt: (offset: number) => number): PageRead[] => {
  const settled = new Set(comments.filter(({ value }) => /^ settled: \S/.test(value)).map(({ end }) => lineAt(end)));
  const isSettled = ({ type, start }: ESTree.Node) =>
    /Statement$|^VariableDeclaration$/.test(type) && (settled.has(lineAt(start)) || settled.has(lineAt(start) - 1));
  const named = readingFunctions(program, isSettled);
  const found = readsIn(program, new Set(named.keys()), (node) => isSettled(node) || isOneOf(named, node));
  return found.map(({ call, at }) => ({ call, line: lineAt(at) }));
};

/** The named functions of this file that read, by themselves or through each other; not those that others import. */
const readingFunctions = (program: ESTree.Program, isSettled: (node: ESTree.Node) => boolean) => {
  const functions = new Map<string, ESTree.Node>();
  forEachNode(program, (node) => {
    if (node.type === "ExportNamedDeclaration" || isSettled(node)) return "leave";
    if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier") return;
    if (node.init?.type === "ArrowFunctionExpression") functions.set(node.id.name, node.init.body);
  });
  const reading = new Map<string, ESTree.Node>();
  for (let before = -1; before !== reading.size; ) {
    before = reading.size;
    const names = new Set(reading.keys());
    for (const [name, body] of functions) if (readsIn(body, names, isSettled).length > 0) reading.set(name, body);
  }
  return reading;
};

const isOneOf = (named: ReadonlyMap<string, ESTree.Node>, node: ESTree.Node) => [...named.values()].includes(node);

/** Calls of Playwright's readers and of functions with these names, but for what is repeated or left out. */
const readsIn = (root: ESTree.Node, names: ReadonlySet<string>, isLeft: (node: ESTree.Node) => boolean) => {
  const found: { call: string; at: number }[] = [];
  forEachNode(root, (node) => {
    if (isLeft(node) || isAction(node)) return "leave";
    if (node.type !== "CallExpression") return;
    const { callee } = node;
    const called = nameOf(callee);
    if (called === null) return;
    if (waits.has(called)) return "leave";
    const known = callee.type === "MemberExpression" ? readers : names;
    if (known.has(called)) found.push({ call: called, at: callee.end });
    if (inPage.has(called)) return "leave";
  });
  return found;
};

/** What is done in the page, and its answer not used. */
const isAction = (node: ESTree.Node): boolean => {
  const call =
    node.type === "ExpressionStatement" && node.expression.type === "AwaitExpression" && node.expression.argument;
  return call && call.type === "CallExpression" && nameOf(call.callee) === "evaluate";
};

const nameOf = (callee: ESTree.Node): string | null => {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return null;
  return callee.property.name;
};
