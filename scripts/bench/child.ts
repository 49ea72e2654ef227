import { spawn } from "node:child_process";
import { join } from "node:path";

export interface Child {
  /** What it said when it was ready. */
  ready: Record<string, unknown>;
  /** Asks it a question over the channel; it answers with an object. */
  ask(question: string): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** A process of its own, so that what it costs is its own; resolves when it says `{ ready: true }`. */
export const startChild = async (args: string[], env: Record<string, string>): Promise<Child> => {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const ready = await new Promise<Record<string, unknown>>((resolve, reject) => {
    child.once("message", (said) => resolve(said as Record<string, unknown>));
    child.once("exit", (code) => reject(new Error(`${args.join(" ")} ended with code ${code} before it was ready`)));
  });
  return {
    ready,
    ask: (question) =>
      new Promise((resolve, reject) => {
        child.once("message", (said) => resolve(said as Record<string, unknown>));
        void ended.then(() => reject(new Error(`${args.join(" ")} ended before it answered '${question}'`)));
        child.send(question, (error) => error && reject(error));
      }),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await ended;
    },
  };
};

/** A built room, as the launcher starts it. */
export const startRoom = (room: "gateway" | "workers", env: Record<string, string>): Promise<Child> =>
  startChild([join(import.meta.dirname, "../../dist", room, "main.js")], env);
