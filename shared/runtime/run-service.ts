import { once } from "node:events";
import { ConfigError } from "./config.ts";

interface Service<R> {
  env: NodeJS.ProcessEnv;
  start: (env: NodeJS.ProcessEnv) => Promise<R>;
  /** Sent to its launcher with `ready`. */
  describe?: (running: R) => object;
  /** What to say of a start that failed, other than by the configuration. */
  why: (error: unknown) => string;
}

/** A process that is started with it loads its code at once, and is sent its environment when its servers are up. */
export const environmentFollows = "--environment-follows";

/** The environment that a launcher sends, where it said that one follows; else the process's own. */
export const givenEnvironment = async (own: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> => {
  if (!process.argv.includes(environmentFollows)) return own;
  const [sent] = await once(process, "message");
  return sent as NodeJS.ProcessEnv;
};

/**
 * A service's life as a process: it starts, notifies its launcher when it is ready, stops on a signal or when its
 * launcher is gone. Prints why on stderr and ends with 1 when it does not start.
 */
export const runService = <R extends { stop: () => Promise<void> }>({
  env,
  start,
  describe,
  why,
}: Service<R>): void => {
  const live = async () => {
    const running = await start(await givenEnvironment(env));
    const stop = () => {
      void running.stop().finally(() => process.exit(0));
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
    process.on("disconnect", stop);
    if (process.connected) process.send?.({ ready: true, ...describe?.(running) });
    else if (process.send) stop(); // the launcher ended while we started
  };
  live().catch((error: unknown) => {
    process.stderr.write(`${error instanceof ConfigError ? error.message : why(error)}\n`);
    process.exit(1);
  });
};

/** "Port 3000 is taken: set PORT."; null where that is not what went wrong. */
export const takenPort = (error: unknown, variables: string): string | null => {
  const { code, port } = error as { code?: string; port?: number };
  return code === "EADDRINUSE" ? `Port ${port} is taken: set ${variables}.` : null;
};

/** Any error with where it comes from. */
export const whole = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
