import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** One that has ended and only waits to be collected (a zombie) is not alive. */
export const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat[stat.lastIndexOf(")") + 2] !== "Z";
  } catch {
    return process.platform !== "linux";
  }
};

interface Ran {
  child: ChildProcess;
  output(): string;
  /** The exit code, or the signal. */
  ended: Promise<number | NodeJS.Signals | null>;
}

/** Runs one of the scripts the way npm would, with an environment of its own. */
export function runScript(script: string, args: string[], env: Record<string, string | undefined> = {}): Ran {
  const child = spawn(process.execPath, ["--import", "tsx", script, ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: undefined, MONGODB_URI: undefined, REDIS_URL: undefined, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      text += data;
    });
  }
  return {
    child,
    output: () => text,
    ended: new Promise((resolve) => child.once("close", (code, signal) => resolve(code ?? signal))),
  };
}

/** Every process that this one started, and those that they started (Linux). */
export async function descendants(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    // The command's name stands in parentheses and may contain anything.
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    if (stat) parents.set(Number(name), parent);
  }
  const below = (of: number): number[] =>
    [...parents].filter(([, parent]) => parent === of).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}
