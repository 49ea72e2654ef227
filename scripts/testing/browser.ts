import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";
import { isExecutable, onPath } from "../services/engine.ts";
import { takeLock } from "../services/lock.mjs";
import { hasRoomInMemory } from "./temporary.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const engines = join(root, ".engines");

interface Found {
  executablePath: string;
  /** Added to the browser's environment. */
  env: Record<string, string>;
}

/**
 * It draws with the processor, in its own process: a machine that runs tests has no other means, and to play them in a
 * process beside it costs a quarter of all that a page needs.
 */
const drawing = ["--disable-gpu", "--in-process-gpu"];
const asTested = ["--font-render-hinting=none", ...drawing];
/** Playwright's own: what is drawn goes through files on a disk in place of those in memory, which cost a fraction. */
const drawingOnDisk = "--disable-dev-shm-usage";

/**
 * A real Chromium without a window: CHROMIUM_PATH, else one on PATH, else the one that a package carries (Linux x64).
 * Its web security is on: the tests' browser refuses what an operator's refuses.
 */
export const launchBrowser = async (): Promise<Browser> => launch(await findBrowser());

const launch = async ({ executablePath, env }: Found, args: string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
    args: [...asTested, ...args],
    ignoreDefaultArgs: (await hasRoomInMemory()) ? [drawingOnDisk] : [],
  });

/**
 * Room for what pages make and drop: each visit's are new to a process that stays, and to collect what the search for
 * violations drops took a third of the time of its first run in a page.
 */
const roomForPages = "--js-flags=--min-semi-space-size=32,--initial-heap-size=512";

let ofThisProcess: Promise<Browser> | undefined;

/** The host of `Visit`s over plain http: no browser takes it for its own machine, so its pages are not secure ones. */
export const plainHost = "console.test";

/**
 * The one browser of this process, for every test that runs in it: starting one takes longer than most of them. It ends
 * with the process; who opens pages closes them. Each process has its own, because a browser has one clipboard. The
 * package's is preferred: built without windows, it opens a page for a third of what one that only hides them takes.
 * The pages of a window share a process of the browser, as far as they are of one address: the next page finds it warm.
 */
export const sharedBrowser = (): Promise<Browser> => {
  ofThisProcess ??= findBrowser(process.env, "packaged").then((found) =>
    launch(found, [`--host-resolver-rules=MAP ${plainHost} 127.0.0.1`, "--process-per-site", roomForPages]),
  );
  return ofThisProcess;
};

/** Where a browser was found; throws one sentence when there is none. What is measured is measured in an installed one. */
export async function findBrowser(
  env: NodeJS.ProcessEnv = process.env,
  preferred: "installed" | "packaged" = "installed",
): Promise<Found> {
  if (env.CHROMIUM_PATH) {
    if (!isExecutable(env.CHROMIUM_PATH))
      throw new Error(`CHROMIUM_PATH names ${env.CHROMIUM_PATH}, which is no program that can be run.`);
    return { executablePath: env.CHROMIUM_PATH, env: {} };
  }
  const path = ["chromium", "chromium-browser", "google-chrome"]
    .map((name) => onPath(name, env.PATH))
    .find((found) => found !== null);
  const installed = path ? { executablePath: path, env: {} } : null;
  const carriesOne = process.platform === "linux" && process.arch === "x64";
  if (installed && (preferred === "installed" || !carriesOne)) return installed;
  if (!carriesOne) throw new Error("The browser tests found no Chromium: install one, or name it with CHROMIUM_PATH.");
  return unpacked().catch((error: unknown) => {
    if (installed) return installed;
    throw error;
  });
}

/** Unpacked once per version into .engines/, aside first, so that a browser that stands there is whole. */
async function unpacked(): Promise<Found> {
  const manifest = join(root, "node_modules/@sparticuz/chromium/package.json");
  const { version } = JSON.parse(await readFile(manifest, "utf8")) as { version: string };
  const folder = join(engines, `chromium-${version}`);
  const executablePath = join(folder, "chromium");
  if (!existsSync(executablePath)) await unpackInto(folder);
  const hasFonts = existsSync("/etc/fonts");
  return {
    executablePath,
    env: { ...(await librariesFor(folder)), ...(hasFonts ? {} : { FONTCONFIG_PATH: join(folder, "fonts") }) },
  };
}

async function unpackInto(folder: string) {
  let lock = await takeLock("chromium", engines);
  while (!lock.release) {
    await sleep(200);
    lock = await takeLock("chromium", engines);
  }
  try {
    if (existsSync(folder)) return; // by another test file, while we waited
    const aside = `${folder}.aside`;
    await rm(aside, { recursive: true, force: true });
    await mkdir(aside, { recursive: true });
    const script = fileURLToPath(new URL("unpack-chromium.mjs", import.meta.url));
    await run(process.execPath, [script], { env: { ...process.env, TMPDIR: aside }, cwd: root });
    await rename(aside, folder);
  } finally {
    await lock.release();
  }
}

/** The libraries that come with it are used only where the machine lacks them. */
async function librariesFor(folder: string): Promise<Record<string, string>> {
  const program = join(folder, "chromium");
  try {
    await run(program, ["--version"]);
    return {};
  } catch {
    const env = { LD_LIBRARY_PATH: join(folder, "al2023/lib") };
    try {
      await run(program, ["--version"], { env: { ...process.env, ...env } });
      return env;
    } catch (error) {
      const line = (error as Error & { stderr?: string }).stderr?.trim().split("\n")[0] ?? (error as Error).message;
      throw new Error(`The test browser cannot run here: ${line}. Install Chromium, or name one with CHROMIUM_PATH.`);
    }
  }
}
