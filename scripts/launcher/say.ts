/** The launcher's own messages go to standard output, a line at a time. */
export const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

/** Ends the process with the sentences of what went wrong; anything that is not meant for people comes with its stack. */
export function giveUp(error: unknown): never {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${process.env.LOG_LEVEL === "debug" && error instanceof Error ? error.stack : text}\n`);
  process.exit(1);
}
