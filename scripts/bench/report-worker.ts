import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { reportMemory } from "../launcher/report-memory.ts";

const root = join(import.meta.dirname, "../..");

/** The built report worker, as the launcher starts it, and the most memory that it has held. */
export const startReportWorker = async (env: Record<string, string>) => {
  const child = spawn(process.execPath, [reportMemory, join(root, "dist/report-workers/main.js")], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(child, "message");
  let peak = 0;
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
  }, 250);
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    clearInterval(timer);
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  return { peakMiB: () => peak, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
};
