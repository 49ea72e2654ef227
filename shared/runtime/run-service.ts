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

/** Calls `end` when the process is to end: process 1 of a container ends by no signal to which it does not listen. */
export const onEnd = (end: () => void): void => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
};

/**
 * A service's life as a process: it starts, notifies its launcher when it is ready, stops on a signal or when its
 * launcher is gone, also while it starts. Prints why on stderr and ends with 1 when it does not start.
 */
export const runService = <R extends { stop: () => Promise<void> }>({
  env,
  start,
  describe,
  why,
}: Service<R>): void => {
  const live = async () => {
    // A start that is cut short leaves no more than one that is killed.
    let stop = (): void => process.exit(0);
    onEnd(() => stop());
    process.on("disconnect", () => stop());
    const running = await start(await givenEnvironment(env));
    stop = () => void running.stop().finally(() => process.exit(0));
    if (process.connected) process.send?.({ ready: true, ...describe?.(running) });
    else if (process.send) stop(); // the launcher ended while we started
  };
  live().catch((error: unknown) => {
    process.stderr.write(`${error instanceof ConfigError ? error.message : why(error)}\n`);
    process.exit(1);
  });
};

type ListenError = NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string };

/** "Port 3000 is taken: set PORT."; null where a place to listen at is not what went wrong. */
export const whyNotListening = (error: unknown, { ports, host }: { ports: string; host: string }): string | null => {
  const { code, syscall, port, address, hostname } = error as ListenError;
  if (code === "EADDRINUSE") return `Port ${port} is taken: set ${ports}.`;
  if (code === "EACCES" && syscall === "listen") return `Port ${port} is kept from this user: set ${ports}.`;
  if (code === "EADDRNOTAVAIL") return `${host} is ${address}, which is no address of this machine.`;
  // Stores are looked up by their drivers, which say so in their own words.
  return syscall === "getaddrinfo" ? `${host} is ${hostname}, which leads to no address.` : null;
};

/** Any error with where it comes from. */
export const whole = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
