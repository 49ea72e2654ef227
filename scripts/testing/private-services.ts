import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { launchServices, type Services } from "../services/launch.ts";
import { temporaryFolder } from "./temporary.ts";

export type Server = "mongo" | "redis";

export interface PrivateServices extends Services {
  dataDir: string;
  /** Stops a server in the middle of whatever it does (SIGSTOP); resolves once it stands still. */
  freeze(server: Server): Promise<void>;
  /** Goes on with whatever was frozen. */
  thaw(): void;
}

const keptFolder = (path: string) => ({ path, remove: async () => {} });

/**
 * A pair of servers for one test alone, which may freeze, kill or flush them. Call stop() in `afterAll`: it ends frozen
 * ones as well and removes their data, which stays only where a folder to keep it is named.
 */
export async function startPrivateServices({ keptIn }: { keptIn?: string } = {}): Promise<PrivateServices> {
  const folder = keptIn === undefined ? await temporaryFolder("test") : keptFolder(keptIn);
  const services = await launchServices({
    env: { ...process.env, MONGODB_URI: undefined, REDIS_URL: undefined },
    dataDir: folder.path,
    say: () => {},
  });
  const pidOf = (server: Server): number => {
    const pid = services.pids[server];
    if (!pid) throw new Error(`${server} is not private`);
    return pid;
  };
  return {
    ...services,
    dataDir: folder.path,
    freeze: async (server) => {
      process.kill(pidOf(server), "SIGSTOP");
      while (!(await standsStill(pidOf(server)))) await pause(5);
    },
    thaw: () => {
      for (const server of ["mongo", "redis"] as const) process.kill(pidOf(server), "SIGCONT");
    },
    stop: async () => {
      await services.stop();
      await folder.remove();
    },
  };
}

/** A busy machine takes a moment until every thread has stopped: until then the process still answers. */
const standsStill = async (pid: number): Promise<boolean> => {
  if (process.platform !== "linux") return pause(300, true);
  const threads = await readdir(`/proc/${pid}/task`);
  const stats = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, "utf8")));
  // The state follows the program's name, which stands in brackets and may contain anything.
  return stats.every((stat) => /^.*\) [Tt] /s.test(stat));
};
