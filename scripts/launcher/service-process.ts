import { type ChildProcess, spawn } from "node:child_process";
import { environmentFollows } from "#shared/runtime/run-service.ts";
import type { Keeper } from "../services/keeper.ts";
import { printForPeople } from "./print-for-people.ts";

/** A report worker keeps two batches of rows; its memory is bounded all the same. */
export const reportMemory = "--max-old-space-size=256";

export interface ServiceCommand {
  name: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  keeper: Keeper;
  /** It loads its code, and starts when it is sent its environment by `begin`. */
  isHeld?: boolean;
}

export interface ServiceProcess {
  name: string;
  pid: number;
  /** Sends one that was held the environment with which it starts. */
  begin(env: NodeJS.ProcessEnv): void;
  /** Resolves when the service reports ready; rejects with one sentence when it ends before. */
  ready: Promise<void>;
  /** Resolves with one sentence when the service ends unexpectedly. */
  lost: Promise<string>;
  /** Requests it to end, and kills it after the deadline. */
  stop(): Promise<void>;
}

const stopMs = 8_000;

/**
 * Starts a service as a process of its own, which ends by itself when the channel to us closes. It has a group of its
 * own, so that Ctrl-C reaches the launcher alone and the services end in the right order.
 */
export function startService({ name, args, env, cwd, keeper, isHeld = false }: ServiceCommand): ServiceProcess {
  // A trial's terminal is for people.
  const isForPeople = env.NODE_ENV !== "production";
  const child = spawn(process.execPath, isHeld ? [...args, environmentFollows] : args, {
    cwd,
    env,
    stdio: ["ignore", "inherit", isForPeople ? "pipe" : "inherit", "ipc"],
    detached: true,
  });
  const printed = child.stderr && printForPeople(child.stderr, name);
  const { pid } = child;
  if (pid !== undefined) keeper.addProcess(pid);
  let isStopping = false;
  const ended = new Promise<string>((resolve) => {
    const report = (how: string) => {
      if (pid !== undefined) keeper.forgetProcess(pid);
      resolve(how);
    };
    child.once("error", (error) => report(error.message));
    // Not "close", which Node leaves out once the channel was disconnected here. Its last words come before.
    child.once("exit", async (code, signal) => {
      await printed;
      report(signal ?? `exit code ${code}`);
    });
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.on("message", (said: { ready?: boolean }) => said.ready && resolve());
    void ended.then((how) => reject(new Error(`The ${name} did not start (${how}); its own lines above say why.`)));
  });
  ready.catch(() => {}); // callers that await it get the error
  return {
    name,
    pid: pid ?? 0,
    begin: (begun) => void child.send(begun, () => undefined), // `ready` reports one that has ended
    ready,
    lost: new Promise((resolve) => {
      void ended.then((how) => isStopping || resolve(`The ${name} ended unexpectedly (${how}).`));
    }),
    stop: async () => {
      isStopping = true;
      await endChild(child, ended, name);
    },
  };
}

async function endChild(child: ChildProcess, ended: Promise<string>, name: string) {
  if (child.connected) child.disconnect();
  else child.kill("SIGTERM");
  const timer = setTimeout(() => {
    process.stderr.write(`The ${name} did not end within ${stopMs / 1000} s and was killed.\n`);
    child.kill("SIGKILL");
  }, stopMs);
  await ended;
  clearTimeout(timer);
}
