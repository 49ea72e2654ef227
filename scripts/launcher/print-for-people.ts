import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { prettyFactory } from "pino-pretty";

const asText = prettyFactory({
  colorize: process.stderr.isTTY,
  translateTime: "SYS:HH:MM:ss",
  ignore: "pid,hostname,room",
  errorLikeObjectKeys: ["err"],
  singleLine: true,
});

/**
 * Prints the lines of a service's log as text, under its name; what is no line of a log is printed as it is. Resolves
 * when the log has ended.
 */
export const printForPeople = async (log: Readable, name: string): Promise<void> => {
  for await (const line of createInterface({ input: log }))
    process.stderr.write(line.startsWith("{") ? `${name}: ${asText(line)}` : `${line}\n`);
};
