import type { ESTree } from "vite";

/** Calls `see` for each node, parents first; where it answers "leave", what is inside that node is left out. */
export const forEachNode = (node: ESTree.Node, see: (node: ESTree.Node) => unknown): void => {
  if (see(node) === "leave") return;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) forEachNode(child, see);
  }
};

/** What a string or a template without parts says; null for anything that is known only when it runs. */
export const constantText = (node: ESTree.Node): string | null => {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type !== "TemplateLiteral" || node.expressions.length > 0) return null;
  return node.quasis[0]?.value.cooked ?? null;
};

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
