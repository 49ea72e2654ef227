import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Engine } from "./engine.ts";
import type { Keeper, KeptServer, ServerEnd } from "./keeper.ts";
import { endOrphan, forgetPid, notePid } from "./orphan.ts";
import { freePort, isPortFree, keepPort, reach, readPort } from "./ports.ts";

/** A private server that answers. */
export interface OwnServer extends KeptServer {
  url: string;
  port: number;
}

export interface StartOrder {
  engine: Engine;
  keeper: Keeper;
  dataDir: string;
  env: NodeJS.ProcessEnv;
  say(line: string): void;
}

interface Recipe {
  /** The folder of its data, and the name of the file that keeps its port. */
  folder: string;
  args(port: number, directory: string): string[];
  /** Resolves when this very process answered on the port; is called again while it rejects. */
  answers(port: number, pid: number): Promise<void>;
  url(port: number): string;
  /** Called before the first start on a port that is not the data's last one; `run` starts the program. */
  move?(port: number, directory: string, run: (args: string[]) => Promise<KeptServer>): Promise<void>;
}

// Generous, because a start after a crash replays journals; a server that dies is noticed at once.
const readyMs = 90_000;
const portTries = 3;

/** Starts a private server on the port of its last start, or on another one where that is taken. */
export async function startOwn({ engine, keeper, dataDir, env, say }: StartOrder, recipe: Recipe): Promise<OwnServer> {
  const directory = join(dataDir, recipe.folder);
  const portFile = join(dataDir, `${recipe.folder}.port`);
  await mkdir(directory, { recursive: true, mode: 0o700 });

  const pidFile = join(dataDir, `${recipe.folder}.pid`);
  if (await endOrphan(pidFile, directory)) say(`Ended an earlier ${engine.name}, which its launcher had left behind.`);

  const run = (args: string[]) => keeper.run(engine.command, args, env);

  // Addresses that somebody noted down stay true for as long as the port can be had.
  const last = await readPort(portFile);
  let port = last && (await isPortFree(last)) ? last : await freePort();
  for (let round = 1; ; round += 1) {
    if (last && port !== last) await recipe.move?.(port, directory, run);
    const server = await run(recipe.args(port, directory));
    const early = await Promise.race([
      server.ended,
      waitForAnswer(() => answersOn(port, server.pid, recipe), server.ended, engine.name),
    ]);
    if (!early) {
      await keepPort(portFile, port);
      await notePid(pidFile, server.pid);
      void server.ended.then(() => forgetPid(pidFile)).catch(() => {}); // its folder may be gone by then
      return { ...server, port, url: recipe.url(port) };
    }
    // Somebody took the port between the look and the start.
    if (round >= portTries || !/address already in use|port is in use|SocketException/i.test(early.words.join("\n")))
      throw new Error(endedSentence(engine.name, early));
    port = await freePort();
  }
}

/** A driver that finds nobody looks again only half a second later: the port is looked at first. */
async function answersOn(port: number, pid: number, recipe: Recipe): Promise<void> {
  await reach(port);
  await recipe.answers(port, pid);
}

async function waitForAnswer(probe: () => Promise<void>, ended: Promise<ServerEnd>, name: string): Promise<null> {
  const limit = Date.now() + readyMs;
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  for (;;) {
    try {
      await probe();
      return null;
    } catch (error) {
      if (isOver) return new Promise(() => {}); // how it ended wins the race
      if (Date.now() > limit)
        throw new Error(`${name} was started but not ready within ${readyMs / 1000} s: ${(error as Error).message}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

/** One sentence: how it ended and its last words. */
export function endedSentence(name: string, { code, signal, words }: ServerEnd): string {
  const how = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
  const last = lastWords(words);
  return `${name} ${how}${last ? `: ${last}` : "."}`;
}

/** mongod writes JSON, of which errors and fatal lines matter; Redis writes text, of which the end matters. */
function lastWords(lines: string[]): string {
  const grave: string[] = [];
  const plain: string[] = [];
  for (const line of lines) {
    const entry = parsed(line);
    if (!entry) plain.push(line.trim());
    else if (entry.s === "E" || entry.s === "F")
      grave.push(entry.attr?.error ? `${entry.msg}: ${JSON.stringify(entry.attr.error)}` : String(entry.msg));
  }
  return (grave.length ? grave.slice(-2) : plain.filter(Boolean).slice(-3)).join(" / ").slice(0, 600);
}

function parsed(line: string): { s?: string; msg?: string; attr?: { error?: unknown } } | null {
  if (!line.startsWith("{")) return null;
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
