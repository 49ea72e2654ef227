import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { testEnv } from "#shared/runtime/testing/service-config.ts";
import { bundled } from "../../../scripts/testing/bundled.ts";
import type { WorkersOptions } from "../../start.ts";

/** What a process is given as text. */
export type ForkedWorkers = Pick<WorkersOptions, "database" | "prefix" | "sweepsEveryMs">;

/** Starts workers in a process of their own, which the test ends; resolves when they are ready. */
export const forkWorkers = async (options: ForkedWorkers): Promise<ChildProcess> => {
  const { PATH = "" } = process.env;
  const script = await bundled("workers/control-units/testing/worker-process.ts");
  const child = fork(script, [JSON.stringify(options)], {
    execArgv: [],
    env: testEnv({ PATH }),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(child, "message");
  return child;
};
