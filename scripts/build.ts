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
const stamps = join(dist, ".built.json");

type Part = "web" | "gateway" | "workers" | "report-workers" | "migrations" | "simulator";

/** What each part is made of; a change anywhere in it makes the part stale. */
const sources: Record<Part, string[]> = {
  web: ["web", "shared", "scripts/build"],
  gateway: ["gateway", "broker", "shared"],
  workers: ["workers", "shared"],
  "report-workers": ["workers", "gateway", "shared"],
  migrations: ["scripts/migrate", "shared"],
  simulator: ["scripts/simulator", "scripts/seed", "shared"],
};
const entries: Record<Exclude<Part, "web">, string> = {
  gateway: "gateway/main.ts",
  workers: "workers/main.ts",
  "report-workers": "workers/reports/main.ts",
  migrations: "scripts/migrate/main.ts",
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
 * Builds into dist/ what is missing or older than its sources: the web client, both rooms' mains, the migrations, and the trial's simulated
 * machines, which start sooner for it. Safe beside another build: the second one waits, and finds nothing left to do.
 */
export async function buildIfStale(say: (line: string) => void): Promise<void> {
  await mkdir(dist, { recursive: true });
  const lock = await waitForTurn();
  try {
    const built = await readStamps();
    for (const part of parts) {
      const stamp = await stampOf(part);
      if (built[part] === stamp && existsSync(product(part))) continue;
      const started = Date.now();
      await (part === "web" ? buildWeb().then(() => compressAssets(join(dist, "web"))) : buildMain(part));
      built[part] = stamp;
      await writeFile(stamps, `${JSON.stringify(built, null, 2)}\n`);
      say(`Built ${part} in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
    }
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
    return JSON.parse(await readFile(stamps, "utf8"));
  } catch {
    return {};
  }
}

/** A hash over names and contents, so that neither a checkout nor a copy makes anything stale by its times. */
async function stampOf(part: Part): Promise<string> {
  const files = [...common];
  for (const room of sources[part]) {
    const entries = await readdir(join(root, room), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && !/\.test\.tsx?$|[\\/]testing[\\/]|\.md$|\.tsbuildinfo$/.test(path))
        files.push(path.slice(root.length));
    }
  }
  const hash = createHash("sha256");
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(await readFile(join(root, file)))
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
  const { build, stop } = await import("esbuild"); // most starts find nothing to build
  try {
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
  } finally {
    await stop();
  }
  await rm(join(dist, part), { recursive: true, force: true });
  await rename(aside, join(dist, part));
}
