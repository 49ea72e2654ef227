import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pythonPackages } from "../../testing/python-packages.ts";
import { temporaryFolder } from "../../testing/temporary.ts";

const root = join(import.meta.dirname, "../../..");
const example = join(root, "docs/examples/unit");

/** The example's packages; null where there is no Python, pip or network. */
export const unitPackages = () => pythonPackages("python-unit", join(example, "requirements.txt"));

/** Starts the example as a process of its own, with a memory of its own. */
export const startPythonUnit = async (packages: string, args: string[]) => {
  const folder = await temporaryFolder("python-unit");
  const script = join(example, "unit.py");
  const child: ChildProcess = spawn("python3", [script, "--state", join(folder.path, "state.json"), ...args], {
    env: { ...process.env, PYTHONPATH: packages },
    stdio: "ignore",
  });
  return async (): Promise<void> => {
    if (child.exitCode === null) {
      child.kill();
      await once(child, "exit");
    }
    await folder.remove();
  };
};
