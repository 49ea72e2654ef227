import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Figure, report, runBench, say } from "../command-line.ts";

/** An experiment that provokes one fault against real processes and servers. */
export interface Fault {
  /** What must stay true although the fault happens, in one sentence. */
  promise: string;
  /** `size` is what `npm run faults -- name=size` says; each fault that has one knows its own. */
  run: (say: (line: string) => void, size?: number) => Promise<Figure[]>;
}

const ending = ".fault.ts";
const names = readdirSync(import.meta.dirname).filter((file) => file.endsWith(ending));
const known = names.map((file) => file.slice(0, -ending.length)).sort();

runBench(async () => {
  const words = process.argv.slice(2);
  const broken: string[] = [];
  for (const word of words.length > 0 ? words : known) {
    const [name = "", size] = word.split("=");
    if (!known.includes(name)) throw new Error(`There is no fault '${name}'; known are: ${known.join(", ")}.`);
    if (size !== undefined && !(Number(size) > 0)) throw new Error(`${word}: the size must be a number above 0.`);
    const { fault }: { fault: Fault } = await import(pathToFileURL(join(import.meta.dirname, name + ending)).href);
    say(`\n${name}: ${fault.promise}`);
    const figures = await fault.run((line) => say(`  ${line}`), size === undefined ? undefined : Number(size));
    try {
      report(figures);
    } catch {
      broken.push(name);
    }
  }
  if (broken.length > 0) throw new Error(`Broken promises: ${broken.join(", ")}.`);
  say("\nEvery promise held.");
});
