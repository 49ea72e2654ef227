import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../launcher/ground.ts";

const run = promisify(execFile);
export const lighthouseVersion = "12.8.2";
const longestMs = 180_000;

export interface LighthouseReport {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number; displayValue?: string }>;
  runtimeError?: { message: string };
}

/**
 * Lighthouse, fetched by npm when it is first asked for, into a folder of its own beside the servers: it brings 185 MB
 * that nobody needs who only builds or tests.
 */
export const fetchLighthouse = async (say: (line: string) => void): Promise<string> => {
  const folder = join(root, `.engines/lighthouse-${lighthouseVersion}`);
  const program = join(folder, "node_modules/lighthouse/cli/index.js");
  if (existsSync(program)) return program;
  say(`Fetching Lighthouse ${lighthouseVersion} ...`);
  const aside = `${folder}.aside`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true });
  const how = ["--no-audit", "--no-fund", "--no-save", "--ignore-scripts", "--prefix", aside];
  await run("npm", ["install", ...how, `lighthouse@${lighthouseVersion}`], { cwd: aside });
  await rename(aside, folder);
  return program;
};

/** Asks Lighthouse of a page, in the browser that listens at this port, with whatever that one holds. */
export const askLighthouse = async (
  program: string,
  address: string,
  { port, preset, categories }: { port: string; preset: "desktop" | "mobile"; categories: readonly string[] },
): Promise<LighthouseReport> => {
  const args = [
    ...[program, address, `--port=${port}`, "--disable-storage-reset", "--quiet", "--output=json"],
    ...["--no-enable-error-reporting", `--only-categories=${categories.join(",")}`],
    ...(preset === "desktop" ? ["--preset=desktop"] : []),
  ];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 64 * 1024 * 1024, timeout: longestMs });
  const report = JSON.parse(stdout) as LighthouseReport;
  if (report.runtimeError) throw new Error(report.runtimeError.message);
  return report;
};
