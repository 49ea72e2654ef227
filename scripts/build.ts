import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { compressAssets } from "./build/compress-assets.ts";
import { takeLock } from "./services/lock.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const stampFile = join(dist, ".built.json");

type Part = "web" | "gateway" | "workers" | "report-workers" | "migrations" | "backup" | "simulator";

/** What each part is made of; a change anywhere in it makes the part stale. */
const sources: Record<Part, string[]> = {
  web: ["web", "shared", "scripts/build"],
  gateway: ["gateway", "broker", "shared"],
  workers: ["workers", "shared"],
  "report-workers": ["workers", "gateway", "shared"],
  migrations: ["scripts/migrate", "shared"],
  backup: ["scripts/backup", "scripts/migrate", "scripts/launcher", "workers", "shared"],
  simulator: ["scripts/simulator", "scripts/seed", "shared"],
};
const entries: Record<Exclude<Part, "web">, string> = {
  gateway: "gateway/main.ts",
  workers: "workers/main.ts",
  "report-workers": "workers/reports/main.ts",
  migrations: "scripts/migrate/main.ts",
  backup: "scripts/backup/main.ts",
  simulator: "scripts/simulator/demo.ts",
};
/** What a part runs in threads of its own, each a file beside its main. */
const threads: Partial<Record<Part, Record<string, string>>> = {
  gateway: { "sheet-thread": "gateway/features/sales/pdf/sheet-thread.ts" },
};
const parts = Object.keys(sources) as Part[];
const common = ["package.json", "package-lock.json", "tsconfig.json", "scripts/build.ts"];
const product = (part: Part) => join(dist, part, part === "web" ? "index.html" : "main.js");

/**
 * Builds into dist/ what is missing or older than its sources: the web client, both services' mains, the migrations,
 * backup and restore, and the trial's simulated machines, which then start sooner. Safe beside another build: the second one waits, and
 * finds nothing left to do.
 */
export async function buildIfStale(say: (line: string) => void): Promise<void> {
  await mkdir(dist, { recursive: true });
  const lock = await waitForTurn();
  try {
    const [built, stamps] = await Promise.all([readStamps(), stampsOfParts()]);
    const stale = parts.filter((part) => built[part] !== stamps[part] || !existsSync(product(part)));
    const mains = stale.filter((part) => part !== "web");
    const make = async (part: Part, work: Promise<void>) => {
      const started = Date.now();
      await work;
      say(`Built ${part} in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
      return part;
    };
    const made = await Promise.allSettled([
      ...(stale.includes("web")
        ? [
            make(
              "web",
              buildWeb().then(() => compressAssets(join(dist, "web"))),
            ),
          ]
        : []),
      ...mains.map((part) => make(part, buildMain(part))),
    ]);
    for (const one of made) if (one.status === "fulfilled") built[one.value] = stamps[one.value];
    if (mains.length > 0) await import("esbuild").then(({ stop }) => stop());
    if (stale.length > 0) await writeFile(stampFile, `${JSON.stringify(built, null, 2)}\n`);
    const failed = made.find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
  } finally {
    await lock.release();
  }
}

async function waitForTurn() {
  for (;;) {
    const lock = await takeLock("build", dist);
    if (lock.release) return lock;
    await sleep(200);
  }
}

async function readStamps(): Promise<Partial<Record<Part, string>>> {
  try {
    return JSON.parse(await readFile(stampFile, "utf8"));
  } catch {
    return {};
  }
}

/**
 * For each part a hash over names and contents, so that neither a checkout nor a copy makes anything stale by its times.
 * Each file is read once, whatever number of parts it belongs to.
 */
async function stampsOfParts(): Promise<Record<Part, string>> {
  const folders = [...new Set(Object.values(sources).flat())];
  const found = await Promise.all(folders.map(async (folder) => [folder, await hashOfFolder(folder)] as const));
  const hashes = new Map(found);
  const start = createHash("sha256");
  for (const file of common) start.update(`${file}\0`).update(await readFile(join(root, file)));
  const stampOf = (part: Part) => {
    const hash = start.copy();
    for (const folder of sources[part]) hash.update(hashes.get(folder) ?? "");
    return [part, hash.digest("hex")] as const;
  };
  return Object.fromEntries(parts.map(stampOf)) as Record<Part, string>;
}

async function hashOfFolder(folder: string): Promise<string> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .filter((file) => !/\.test\.tsx?$|[\\/]testing[\\/]|\.md$|\.tsbuildinfo$/.test(file))
    .sort();
  const texts = await Promise.all(files.map((file) => readFile(join(root, file))));
  const hash = createHash("sha256").update(folder);
  for (const [at, file] of files.entries())
    hash
      .update(`${file}\0`)
      .update(texts[at] ?? "")
      .update("\0");
  return hash.digest("hex");
}

/** A process of its own: Vite reads and sets NODE_ENV, which is none of the launcher's or the test runner's business. */
function buildWeb(): Promise<void> {
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const args = [vite, "build", "web", "--config", "web/vite.config.ts", "--logLevel", "warn"];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }) },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const end = () => child.kill();
  process.once("exit", end);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      process.off("exit", end);
      if (code === 0) resolve();
      else reject(new Error("The web client could not be built; the lines above say why."));
    });
  });
}

async function buildMain(part: Exclude<Part, "web">): Promise<void> {
  const aside = join(dist, `.${part}`);
  await rm(aside, { recursive: true, force: true });
  const { build } = await import("esbuild"); // most starts find nothing to build
  await build({
    absWorkingDir: root,
    entryPoints: { main: entries[part], ...threads[part] },
    outdir: aside,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    sourcesContent: false,
    logLevel: "warning",
  });
  await rm(join(dist, part), { recursive: true, force: true });
  await rename(aside, join(dist, part));
}
