import { readFileSync } from "node:fs";
import { join } from "node:path";

const docs = join(import.meta.dirname, "../../docs");

/** The specification's pages, by their path below docs: the entry first. */
const names = ["screens", "records", "texts", "calls", "rules"];
export const specification = ["specification.md", ...names.map((name) => `specification/${name}.md`)].map((path) => ({
  path,
  text: readFileSync(join(docs, path), "utf8"),
}));

export const headingsOf = (text: string): string[] => [...text.matchAll(/^#+ (.+)$/gm)].map((found) => found[1] ?? "");

/** As a link names the heading: `#calls-of-orders`. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");

/** The first cell of each row of the tables right below a heading, where it is code. */
export const cellsUnder = (heading: string): string[] => {
  const sections = specification.flatMap(({ text }) => text.split(/^(?=#+ )/m));
  const section = sections.find((text) => headingsOf(text)[0] === heading);
  if (!section) throw new Error(`the specification has no heading '${heading}'`);
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map((found) => found[1] ?? "");
};
