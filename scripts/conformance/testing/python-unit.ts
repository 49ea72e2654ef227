import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../../..");
const example = join(root, "docs/examples/unit");
const engines = join(root, ".engines");
const run = promisify(execFile);
const fetchMs = 240_000;

/** The example's packages, fetched once beside the other engines; null where there is no Python, pip or network. */
export const pythonPackages = async (): Promise<string | null> => {
  const required = join(example, "requirements.txt");
  const stamp = createHash("sha256").update(readFileSync(required)).digest("hex").slice(0, 12);
  const folder = join(engines, `python-unit-${stamp}`);
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

/** Starts the example as a process of its own, with a memory of its own. */
export const startPythonUnit = async (packages: string, args: string[]) => {
  const folder = await mkdtemp(join(tmpdir(), "python-unit-"));
  const script = join(example, "unit.py");
  const child: ChildProcess = spawn("python3", [script, "--state", join(folder, "state.json"), ...args], {
    env: { ...process.env, PYTHONPATH: packages },
    stdio: "ignore",
  });
  return async (): Promise<void> => {
    if (child.exitCode === null) {
      child.kill();
      await once(child, "exit");
    }
    await rm(folder, { recursive: true, force: true });
  };
};
