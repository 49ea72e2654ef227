import { readFile, readlink, realpath, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

const politeMs = 5_000;

/**
 * Ends a server of an earlier start that outlived even its keeper, when both were killed at once. Only called by the
 * lock owner of the data directory, and only for a process that works in it: a second Redis on the same files would
 * spoil them.
 */
export async function endOrphan(pidFile: string, directory: string): Promise<boolean> {
  const pid = Number(await readFile(pidFile, "utf8").catch(() => ""));
  if (!Number.isInteger(pid) || pid < 2 || !(await worksIn(pid, directory))) return false;
  signal(pid, "SIGTERM");
  signal(pid, "SIGCONT");
  const limit = Date.now() + politeMs;
  while (Date.now() < limit && (await worksIn(pid, directory))) await sleep(50);
  if (await worksIn(pid, directory)) signal(pid, "SIGKILL");
  while (await worksIn(pid, directory)) await sleep(50);
  return true;
}

export const notePid = (pidFile: string, pid: number) => writeFile(pidFile, `${pid}\n`);
export const forgetPid = (pidFile: string) => rm(pidFile, { force: true });

/** By its folder or its arguments (Linux); elsewhere nothing is known and nothing is ended. */
async function worksIn(pid: number, directory: string): Promise<boolean> {
  try {
    const real = await realpath(directory);
    if ((await readlink(`/proc/${pid}/cwd`)) === real) return true;
    return (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0").includes(directory);
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}
