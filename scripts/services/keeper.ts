import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** How a kept server ended, with the last lines that it wrote. */
export interface ServerEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  words: string[];
}

export interface KeptServer {
  pid: number;
  ended: Promise<ServerEnd>;
}

export interface Keeper {
  /** Starts a server; rejects when the program cannot be started at all. */
  run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<KeptServer>;
  /** A service that must not outlive the launcher by more than some seconds, even where it hangs. */
  addProcess(pid: number): void;
  forgetProcess(pid: number): void;
  /** Ends everything that is kept, and resolves when nothing of it is left (5 s at most). */
  stop(): Promise<void>;
}

interface KeeperMessage {
  ready?: true;
  taken?: { pid?: number };
  problem?: string;
  started?: { id: number; pid: number };
  ended?: ServerEnd & { id: number };
}

interface Waiting {
  started(pid: number): void;
  ended(how: ServerEnd): void;
}

/**
 * Starts the process that keeps servers (keeper.mjs). Where `hold` names a data directory, it is held for as long as
 * anything kept is running, and a second holder is refused with one sentence.
 */
export async function startKeeper({ hold }: { hold?: string } = {}): Promise<Keeper> {
  const script = fileURLToPath(new URL("keeper.mjs", import.meta.url));
  const child = spawn(process.execPath, hold ? [script, hold] : [script], {
    stdio: ["pipe", "pipe", "inherit"],
    detached: true,
  });
  const waiting = new Map<number, Waiting>();
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let lastId = 0;

  child.stdin.on("error", () => {}); // it ended; `gone` reports it
  const order = (what: object) => child.stdin.write(`${JSON.stringify(what)}\n`);

  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => reject(new Error("The process that keeps the servers ended at once.")));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const message = JSON.parse(line) as KeeperMessage;
      if (message.ready) resolve();
      if (message.taken) reject(new Error(alreadyRunning(hold ?? "", message.taken.pid)));
      if (message.problem) {
        child.stdin.end();
        reject(new Error(`The data directory ${hold} cannot be used (${message.problem}): look at DATA_DIR.`));
      }
      if (message.started) waiting.get(message.started.id)?.started(message.started.pid);
      if (message.ended) waiting.get(message.ended.id)?.ended(message.ended);
    });
  });

  const run = (command: string, args: string[], env: NodeJS.ProcessEnv) =>
    new Promise<KeptServer>((resolve, reject) => {
      lastId += 1;
      const id = lastId;
      let isStarted = false;
      let pid = 0;
      const ended = new Promise<ServerEnd>((resolveEnded) => {
        const end = (how: ServerEnd) => {
          waiting.delete(id);
          if (isStarted) resolveEnded(how);
          else reject(new Error(how.words.join(" ")));
        };
        waiting.set(id, {
          started: (startedPid) => {
            isStarted = true;
            pid = startedPid;
            resolve({ pid, ended });
          },
          ended: end,
        });
        void gone.then(() => {
          if (!waiting.has(id)) return;
          // The keeper was killed: what it kept must not be left behind.
          if (pid) kill(pid);
          end({ code: null, signal: "SIGKILL", words: ["The process that keeps the servers was killed."] });
        });
      });
      order({ run: { id, command, args, env } });
    });

  return {
    run,
    addProcess: (pid) => order({ room: pid }),
    forgetProcess: (pid) => order({ forget: pid }),
    stop: () => {
      child.stdin.end();
      return gone;
    },
  };
}

function kill(pid: number) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

const alreadyRunning = (directory: string, pid: number | undefined) =>
  `Cansole already runs on the data directory ${directory}${pid ? ` (process ${pid})` : ""}: ` +
  "stop it first, or give this one a directory of its own with DATA_DIR.";
