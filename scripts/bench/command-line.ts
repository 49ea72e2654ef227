import { parseArgs } from "node:util";

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** What the command line says of these numbers, each above 0; what it leaves out is as it stands here. */
export const readNumbers = <Name extends string>(usage: string, usual: Record<Name, number>): Record<Name, number> => {
  const names = Object.keys(usual) as Name[];
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" } as const]));
  const { values } = parseArgs({ options });
  const read = names.map((name) => [name, Number(values[name] ?? usual[name])] as const);
  const wrong = read.find(([, number]) => !(number > 0));
  if (wrong) throw new Error(`--${wrong[0]} must be a number above 0.\n${usage}`);
  return Object.fromEntries(read) as Record<Name, number>;
};

/** Runs a benchmark as the whole program: ends with 1 and why, when it fails. */
export const runBench = (main: () => Promise<void>): void => {
  main().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
};

/** A line of a table. */
export const row = (...cells: (string | number | null | undefined)[]): string => `| ${cells.join(" | ")} |`;

/** The head of a table, and the line beneath it. */
export const head = (...heads: string[]): string => [row(...heads), row(...heads.map(() => "---"))].join("\n");
