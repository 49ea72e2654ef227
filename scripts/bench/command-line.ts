import { parseArgs } from "node:util";

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

const leave = (usage: string, problem?: string): never => {
  process[problem ? "stderr" : "stdout"].write(`${problem ? `${problem}\n` : ""}${usage}\n`);
  return process.exit(problem ? 2 : 0);
};
const given = (usage: string, options: Record<string, { type: "string" }>): Record<string, string | undefined> => {
  try {
    const { help, ...values } = parseArgs({ options: { ...options, help: { type: "boolean" } } }).values;
    return help ? leave(usage) : (values as Record<string, string>);
  } catch (error) {
    return leave(usage, (error as Error).message);
  }
};

/**
 * The options of a command: numbers above 0 with their defaults, and texts that may be left out. `--help` and a wrong
 * option end the process with the usage.
 */
export const readOptions = <Name extends string, Text extends string = never>(
  usage: string,
  defaults: Record<Name, number>,
  texts: readonly Text[] = [],
): Record<Name, number> & Partial<Record<Text, string>> => {
  const names = Object.keys(defaults) as Name[];
  const options = Object.fromEntries([...names, ...texts].map((name) => [name, { type: "string" } as const]));
  const values = given(usage, options);
  const numbers = names.map((name) => [name, Number(values[name] ?? defaults[name])] as const);
  const wrong = numbers.find(([, number]) => !(number > 0));
  if (wrong) leave(usage, `--${wrong[0]} must be a number above 0.`);
  return { ...values, ...Object.fromEntries(numbers) } as Record<Name, number> & Partial<Record<Text, string>>;
};

/** Runs a benchmark as the whole program: ends with 1 and the reason when it fails. */
export const runBench = (main: () => Promise<void>): void => {
  main().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
};

export type Cell = string | number | null | undefined;
/** A line of a table. */
export const row = (...cells: Cell[]): string => `| ${cells.join(" | ")} |`;
/** The head of a table, and the line beneath it. */
export const head = (...heads: string[]): string => [row(...heads), row(...heads.map(() => "---"))].join("\n");
export const table = (heads: string[], rows: Cell[][]): void =>
  say(`\n${[head(...heads), ...rows.map((cells) => row(...cells))].join("\n")}\n`);

/** One measured figure beside the bound that makes a promise true. */
export interface Figure {
  what: string;
  measured: string;
  bound: string;
  isHeld: boolean;
}
const rounded = (number: number) => Math.round(number * 10) / 10;
export const atMost = (what: string, measured: number, bound: number, unit = ""): Figure => ({
  what,
  measured: `${rounded(measured)} ${unit}`.trim(),
  bound: `at most ${rounded(bound)} ${unit}`.trim(),
  isHeld: measured <= bound,
});
export const atLeast = (what: string, measured: number, bound: number, unit = ""): Figure => ({
  ...atMost(what, measured, bound, unit),
  bound: `at least ${rounded(bound)} ${unit}`.trim(),
  isHeld: measured >= bound,
});
export const exactly = (what: string, measured: number, bound: number): Figure => ({
  ...atMost(what, measured, bound),
  bound: String(bound),
  isHeld: measured === bound,
});

/** Prints each promise as held or broken; throws where one is broken. */
export const report = (figures: Figure[]): void => {
  for (const { what, measured, bound, isHeld } of figures)
    say(`  ${isHeld ? "held  " : "BROKEN"} ${what}: ${measured} (${bound})`);
  const broken = figures.filter(({ isHeld }) => !isHeld);
  if (broken.length > 0) throw new Error(`Broken promises: ${broken.map(({ what }) => what).join("; ")}.`);
};
