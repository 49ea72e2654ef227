import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runBench, say } from "../command-line.ts";
import type { Fault } from "./fault.ts";

// npm run faults [-- name[=size] ...]: every `<name>.fault.ts` of this folder, or the named ones, one after another.

const here = import.meta.dirname;
const ending = ".fault.ts";
const known = readdirSync(here)
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length))
  .sort();

interface Wanted {
  name: string;
  size?: number;
}

const read = (word: string): Wanted => {
  const [name = "", size] = word.split("=");
  if (size === undefined) return { name };
  if (!(Number(size) > 0)) throw new Error(`${word}: the size must be a number above 0.`);
  return { name, size: Number(size) };
};

const load = async (name: string): Promise<Fault> => {
  const { fault }: { fault: Fault } = await import(pathToFileURL(join(here, name + ending)).href);
  return fault;
};

const provoke = async ({ name, size }: Wanted): Promise<boolean> => {
  const fault = await load(name);
  say(`\n${name}: ${fault.promise}`);
  const figures = await fault.run((line) => say(`  ${line}`), size);
  for (const { what, measured, bound, held } of figures)
    say(`  ${held ? "held  " : "BROKEN"} ${what}: ${measured} (${bound})`);
  return figures.every(({ held }) => held);
};

runBench(async () => {
  const wanted = process.argv.slice(2).map(read);
  const strange = wanted.filter(({ name }) => !known.includes(name)).map(({ name }) => name);
  if (strange.length > 0)
    throw new Error(`There is no fault '${strange.join("', '")}'; known are: ${known.join(", ")}.`);

  const broken: string[] = [];
  for (const one of wanted.length > 0 ? wanted : known.map(read)) if (!(await provoke(one))) broken.push(one.name);
  if (broken.length > 0) throw new Error(`Broken promises: ${broken.join(", ")}.`);
  say("\nEvery promise held.");
});
