import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { testEnv } from "#shared/runtime/testing/service-config.ts";

/** Starts workers in a process of their own, which the test ends; resolves when they are ready. */
export const forkWorkers = async (options: {
  database: string;
  prefix: string;
  sweepEveryMs: number;
}): Promise<ChildProcess> => {
  const { PATH = "" } = process.env;
  const child = fork(new URL("worker-process.ts", import.meta.url), [JSON.stringify(options)], {
    execArgv: ["--import", "tsx"],
    env: testEnv({ PATH }),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(child, "message");
  return child;
};
