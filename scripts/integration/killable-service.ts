import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { printForPeople } from "../launcher/print-for-people.ts";
import { reportMemory } from "../launcher/service-process.ts";

/** A busy computer may start a dozen at once. */
const readyWithinMs = 120_000;
const atErrorLevel = /"level":[56]0/;

/**
 * A built service as a process of its own, which a test may freeze or kill and start again. If it is given a name, its
 * output and its log (as text) go to the terminal under that name.
 */
export const createKillableService = (
  distDir: string,
  service: "gateway" | "workers" | "report-workers" | "simulator",
  env: Record<string, string>,
  shownAs?: string,
) => {
  let child: ChildProcess | null = null;
  let words = "";
  const errors: string[] = [];
  const said: { at: number; line: string }[] = [];

  const start = async (): Promise<void> => {
    words = "";
    const flags = service === "report-workers" ? [reportMemory] : [];
    const mine = spawn(process.execPath, [...flags, join(distDir, service, "main.js")], {
      env: { ...process.env, ...env, LOG_LEVEL: "warn" },
      stdio: ["ignore", shownAs ? "inherit" : "ignore", "pipe", "ipc"],
    });
    child = mine;
    mine.stderr?.on("data", (data: Buffer) => {
      words = (words + data.toString()).slice(-4_000);
    });
    if (mine.stderr && shownAs) void printForPeople(mine.stderr, shownAs);
    if (mine.stderr)
      createInterface({ input: mine.stderr }).on("line", (line) => {
        said.push({ at: Date.now(), line });
        if (atErrorLevel.test(line)) errors.push(line);
      });
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${service}: not ready in time: ${words}`)), readyWithinMs);
      mine.once("message", () => {
        clearTimeout(timer);
        resolve();
      });
      mine.once("exit", () => reject(new Error(`${service}: it ended before it was ready: ${words}`)));
    });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const mine = child;
    if (!mine || mine.exitCode !== null || mine.signalCode !== null) return;
    const gone = new Promise((resolve) => mine.once("exit", resolve));
    mine.kill(signal);
    await gone;
  };

  return {
    start,
    pid: (): number => child?.pid ?? 0,
    /** Every line that it logged as an error or worse. */
    errors: (): readonly string[] => errors,
    /** Every line on its stderr, warnings and worse, with when it came in milliseconds since 1970. */
    said: (): readonly { at: number; line: string }[] => said,
    /** What it does stops in the middle; what arrives for it waits. */
    freeze: () => child?.kill("SIGSTOP"),
    thaw: () => child?.kill("SIGCONT"),
    /** kill -9, frozen or not. */
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
};
export type KillableService = ReturnType<typeof createKillableService>;
