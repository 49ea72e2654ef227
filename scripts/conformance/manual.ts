import { readFileSync } from "node:fs";

const page = readFileSync(new URL("../../docs/machine-protocol.md", import.meta.url), "utf8");

interface Sentence {
  heading: string;
  text: string;
}

/** A line of prose, an item of a list or a row of a table, taken apart into sentences. */
const sentences: Sentence[] = page.split(/^(?=#+ )/m).flatMap((section) => {
  const [first = "", ...lines] = section.split("\n");
  const heading = first.replace(/^#+ /, "");
  return lines.flatMap((line) =>
    line
      .replace(/^(\d+\.|-) /, "")
      .split(/(?<=[.:]\*{0,2}) (?=[A-Z*`])/)
      .map((text) => ({ heading, text: text.trim() })),
  );
});

/** The manual's own sentence that has these words, with its heading. Throws where the manual has none. */
export const sentenceOf = (words: string): Sentence => {
  const found = sentences.find(({ text }) => text.includes(words));
  if (!found) throw new Error(`docs/machine-protocol.md has no sentence with the words '${words}'`);
  return found;
};
