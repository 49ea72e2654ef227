import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const engines = join(import.meta.dirname, "../../.engines");
const run = promisify(execFile);
const fetchMs = 240_000;

/**
 * The folder with the packages that a file of requirements names, fetched once beside the other engines: for
 * PYTHONPATH. Null where there is no Python, pip or network.
 */
export const pythonPackages = async (name: string, required: string): Promise<string | null> => {
  const stamp = createHash("sha256").update(readFileSync(required)).digest("hex").slice(0, 12);
  const folder = join(engines, `${name}-${stamp}`);
  if (existsSync(folder)) return folder;
  const aside = `${folder}.${process.pid}`;
  const args = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", aside, "-r", required];
  try {
    await run("python3", args, { timeout: fetchMs });
    await rename(aside, folder);
    return folder;
  } catch {
    await rm(aside, { recursive: true, force: true });
    return existsSync(folder) ? folder : null;
  }
};
