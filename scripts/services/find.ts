import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commandNames, type Engine, isExecutable, isOldEnough, oldest, onPath, probe, titles } from "./engine.ts";
import { fetchEngine, WrongHash } from "./fetch.ts";
import { type Pin, pinsFor, type ServerKind } from "./pins.ts";

interface Search {
  env: NodeJS.ProcessEnv;
  enginesDir: string;
  say(line: string): void;
  /** Only tests hand in others. */
  pins?: Pin[];
}

/** Where a fetched program stands: one folder per version, so that an upgrade never overwrites a running server. */
const engineFolder = (kind: ServerKind, pin: Pin) => `${kind}-${pin.version}-${process.platform}-${process.arch}`;

/**
 * Finds the server program: on PATH, fetched before, or fetched now.
 * Throws one sentence that says what to do when there is none.
 */
export async function findEngine(
  kind: ServerKind,
  { env, enginesDir, say, pins = pinsFor(kind) }: Search,
): Promise<Engine> {
  for (const name of commandNames[kind]) {
    const command = onPath(name, env.PATH);
    if (!command) continue;
    const seen = await probe(command);
    if ("problem" in seen) say(`${titles[kind]}: passing over the one on PATH: ${seen.problem}`);
    else if (isOldEnough(kind, seen.version)) return { kind, command, name: seen.name, place: "found on PATH" };
    else say(`${titles[kind]}: passing over ${seen.name} on PATH, because ${oldest[kind]} or newer is needed.`);
  }

  const program = commandNames[kind][0] as string;
  const target = (pin: Pin) => join(enginesDir, engineFolder(kind, pin), program);
  const fetched = pins.map(target).find(isExecutable);
  if (fetched) return checked(kind, fetched, "fetched before");

  const problems: string[] = [];
  for (const pin of pins) {
    try {
      await fetchEngine(pin, { kind, target: target(pin), enginesDir, env, say });
      return await checked(kind, target(pin), "fetched now");
    } catch (error) {
      if (error instanceof WrongHash || isExecutable(target(pin))) throw error;
      problems.push((error as Error).message);
      if (pin !== pins.at(-1)) say(`  That did not work (${(error as Error).message}): trying another source.`);
    }
  }
  throw new Error(missing(kind, problems, env));
}

/** A fetched program stays where it is even when it cannot run yet: the next start needs no second download. */
async function checked(kind: ServerKind, command: string, place: string): Promise<Engine> {
  const seen = await probe(command);
  if ("problem" in seen) throw new Error(seen.problem);
  return { kind, command, name: seen.name, place };
}

function missing(kind: ServerKind, problems: string[], env: NodeJS.ProcessEnv): string {
  const why = problems.length ? `could not be fetched (${problems.join("; ")})` : "cannot be fetched for this system";
  const variable = kind === "mongo" ? "MONGODB_URI" : "REDIS_URL";
  return (
    `${titles[kind]} is neither here nor given by ${variable}, and ${why}: ` +
    `${installCommand(kind, problems.length > 0, env)}, or start it with \`docker compose up -d mongo redis\` and set ${variable}.`
  );
}

function installCommand(kind: ServerKind, canBeFetched: boolean, env: NodeJS.ProcessEnv): string {
  const hasPip = onPath("pip3", env.PATH) || onPath("pip", env.PATH);
  if (process.platform === "darwin")
    return `install it with \`${kind === "mongo" ? "brew tap mongodb/brew && brew install mongodb-community" : "brew install redis"}\``;
  if (canBeFetched && !hasPip && onPath("apt-get", env.PATH))
    return "install pip with `apt-get install -y python3-pip`, so that the next start can fetch it";
  if (kind === "redis") {
    if (onPath("apt-get", env.PATH)) return "install it with `apt-get install -y redis-server`";
    if (onPath("dnf", env.PATH)) return "install it with `dnf install -y valkey`";
    if (onPath("apk", env.PATH)) return "install it with `apk add valkey`";
  }
  const system = existsSync("/etc/os-release")
    ? /PRETTY_NAME="?([^"\n]+)/.exec(readFileSync("/etc/os-release", "utf8"))?.[1]
    : undefined;
  return `install ${titles[kind]} ${oldest[kind]} or newer${system ? ` for ${system}` : ""} so that it is on PATH`;
}
