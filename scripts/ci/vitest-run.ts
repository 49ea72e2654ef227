import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../testing/temporary.ts";
import { type ReportedRun, reportedRunVariable } from "./reported-run.ts";
import type { TestRun } from "./run-tests.ts";

// It ends with us, however we are ended.
const ensure = fileURLToPath(new URL("../ensure.mjs", import.meta.url));
const reporter = fileURLToPath(new URL("reported-run.ts", import.meta.url));

/** Runs Vitest in this folder; given files run one after another. */
export const vitestIn =
  (root: string, stdio: "inherit" | "ignore" = "inherit"): TestRun =>
  async (files) => {
    const folder = await temporaryFolder("run");
    const written = join(folder.path, "run.json");
    const alone = files.length > 0 ? [...files, "--maxWorkers=1"] : [];
    const child = spawn(
      process.execPath,
      [ensure, "test", "--root", root, ...alone, "--reporter=default", `--reporter=${reporter}`],
      { stdio: ["ignore", stdio, stdio], env: { ...process.env, [reportedRunVariable]: written } },
    );
    const [code] = (await once(child, "exit")) as [number | null];
    const text = await readFile(written, "utf8").catch(() => null);
    await folder.remove();
    return { code: code ?? 1, report: text === null ? null : (JSON.parse(text) as ReportedRun) };
  };
