import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runBench } from "../own-servers.ts";
import type { Fault } from "./fault.ts";

// npm run faults [-- name ...]: every `<name>.fault.ts` of this folder, or the named ones, one after another.

const here = import.meta.dirname;
const ending = ".fault.ts";
const known = readdirSync(here)
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length))
  .sort();

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const load = async (name: string): Promise<Fault> => {
  const { fault }: { fault: Fault } = await import(pathToFileURL(join(here, name + ending)).href);
  return fault;
};

const provoke = async (name: string): Promise<boolean> => {
  const fault = await load(name);
  say(`\n${name}: ${fault.promise}`);
  const figures = await fault.run((line) => say(`  ${line}`));
  for (const { what, measured, bound, held } of figures)
    say(`  ${held ? "held  " : "BROKEN"} ${what}: ${measured} (${bound})`);
  return figures.every(({ held }) => held);
};

runBench(async () => {
  const wanted = process.argv.slice(2);
  const strange = wanted.filter((name) => !known.includes(name));
  if (strange.length > 0)
    throw new Error(`There is no fault '${strange.join("', '")}'; known are: ${known.join(", ")}.`);

  const broken: string[] = [];
  for (const name of wanted.length > 0 ? wanted : known) if (!(await provoke(name))) broken.push(name);
  if (broken.length > 0) throw new Error(`Broken promises: ${broken.join(", ")}.`);
  say("\nEvery promise held.");
});
