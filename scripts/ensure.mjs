// The one door of every npm script: brings the packages in, then runs the command in this very process. Plain
// JavaScript, because it runs before any package is there. `exec node` in package.json makes this process npm's direct
// child, so that it notices when npm is killed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { takeLock } from "./services/lock.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [command = "", ...rest] = process.argv.slice(2);

const scripts = {
  start: "scripts/start.ts",
  dev: "scripts/dev.ts",
  build: "scripts/build/run.ts",
  ci: "scripts/ci.ts",
  migrate: "scripts/migrate/run.ts",
  seed: "scripts/seed/run.ts",
  backup: "scripts/backup/run-backup.ts",
  restore: "scripts/backup/run-restore.ts",
  "api-key": "scripts/api-key.ts",
  tallies: "scripts/tallies/run.ts",
  sales: "scripts/sales/run.ts",
  services: "scripts/services/serve.ts",
  simulate: "scripts/simulator/simulate.ts",
  "simulate:days": "scripts/bench/days.ts",
  cluster: "scripts/cluster.ts",
  conformance: "scripts/conformance/run.ts",
  "conformance:paho": "scripts/conformance/paho.ts",
  screens: "scripts/screens.ts",
  "bench:load": "scripts/bench/load.ts",
  "bench:live": "scripts/bench/live.ts",
  "bench:events": "scripts/bench/events.ts",
  "bench:heartbeats": "scripts/bench/heartbeats.ts",
  "bench:lists": "scripts/bench/lists.ts",
  "bench:browser": "scripts/bench/browser.ts",
  "bench:lighthouse": "scripts/bench/lighthouse.ts",
  "bench:commands": "scripts/bench/commands.ts",
  "bench:scale": "scripts/bench/scale.ts",
  faults: "scripts/bench/faults/run.ts",
  fuzz: "scripts/bench/fuzz.ts",
};

function give(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  give(`Cansole needs Node 20.19 or newer, and this is ${process.versions.node}: install a newer one and start again.`);
}

/** npm was killed, or the shell that started us: end as on Ctrl-C, so that nothing is left behind. */
function followParent() {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid === parent) return;
    if (process.listenerCount("SIGTERM") === 0) process.exit(1);
    process.emit("SIGTERM", "SIGTERM");
    setTimeout(() => process.exit(1), 8000).unref();
  }, 500).unref();
}

const stampFile = join(root, "node_modules/.cansole-lock");
const lockStamp = () =>
  createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");

const isStamped = () => existsSync(stampFile) && readFileSync(stampFile, "utf8") === lockStamp();

/** Somebody ran npm themselves: what npm noted down as installed is compared, so that nothing is installed twice. */
function isInstalledByHand() {
  const noted = join(root, "node_modules/.package-lock.json");
  if (!existsSync(noted)) return false;
  const installed = JSON.parse(readFileSync(noted, "utf8")).packages;
  const wanted = Object.entries(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages);
  const isAsWanted = wanted.every(
    ([path, { version, optional }]) => path === "" || optional || installed[path]?.version === version,
  );
  if (isAsWanted) writeFileSync(stampFile, lockStamp());
  return isAsWanted;
}

const packagesAreThere = () => isStamped() || isInstalledByHand();

async function ensurePackages() {
  if (packagesAreThere()) return;
  const lock = await takeLock("packages", root);
  if (!lock.release) {
    const who = lock.holder.pid ? ` (process ${lock.holder.pid})` : "";
    give(`Another command${who} is installing Cansole's packages right now: wait until it is done, then start again.`);
  }
  // The lock's previous owner may have installed them.
  if (!packagesAreThere()) await install();
  await lock.release();
}

async function install() {
  const started = Date.now();
  process.stdout.write("Installing packages (once, about half a minute) ...\n");
  const timer = setInterval(() => {
    process.stdout.write(`  still installing, ${Math.round((Date.now() - started) / 1000)} s ...\n`);
  }, 15_000);
  const npm = process.env.npm_execpath;
  const args = ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--include=dev"];
  const isScript = npm && /npm-cli\.[cm]?js$/.test(npm);
  const child = isScript
    ? spawn(process.execPath, [npm, ...args], {
        cwd: root,
        stdio: ["ignore", "pipe", "pipe"],
        env: environmentForNpm(),
      })
    : spawn("npm", args, {
        cwd: root,
        stdio: ["ignore", "pipe", "pipe"],
        env: environmentForNpm(),
        shell: process.platform === "win32",
      });
  process.once("exit", () => child.kill());
  let words = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      words = (words + data).slice(-8000);
    });
  }
  const code = await new Promise((resolve) => {
    child.on("error", (error) => {
      words += error.message;
      resolve(1);
    });
    child.on("close", resolve);
  });
  clearInterval(timer);
  if (code !== 0) give(`${words.trim()}\nThe packages could not be installed; the lines above are npm's own.`);
  writeFileSync(stampFile, lockStamp());
  process.stdout.write(`Installed packages in ${Math.round((Date.now() - started) / 1000)} s.\n`);
}

/** The npm that runs this script passes its settings to children, and they would reach the one that installs. */
function environmentForNpm() {
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package|command)/.test(name));
  return { ...Object.fromEntries(inherited), NODE_ENV: "development" };
}

const inRoot = (path) => pathToFileURL(join(root, path)).href;

async function test() {
  if (!process.stdout.isTTY) process.env.NO_COLOR ??= "1";
  // The stores of the tests are then a replica set of three and a Redis Cluster of six (scripts/testing/services.ts).
  if (rest.includes("--cluster")) process.env.TEST_STORES = "cluster";
  const given = rest.filter((word) => word !== "--cluster");
  process.argv = [process.argv[0], join(root, "node_modules/vitest/vitest.mjs"), "run", ...given];
  await import(inRoot("node_modules/vitest/vitest.mjs"));
}

/** All of them run, beside one another, so that one look shows everything that is wrong. */
async function check() {
  const steps = {
    "format and lint": ["node_modules/@biomejs/biome/bin/biome", "ci", "--colors=off", "."],
    // Each further checker infers the same types once more: with four it took 2.7 times the processor time.
    types: ["node_modules/typescript/bin/tsc", "-b", "--pretty", "false", "--checkers", "1"],
    imports: ["--import", "tsx", "scripts/check-sources.ts"],
  };
  const failed = [];
  const checked = Object.entries(steps).map(async ([name, args]) => {
    const { isGood, words } = await said(args);
    process.stdout.write(`Checked ${name}:\n${words}`);
    if (!isGood) failed.push(name);
  });
  process.stdout.write(`Checking ${Object.keys(steps).join(", ")} ...\n`);
  await Promise.all(checked);
  if (failed.length) give(`Not right: ${failed.join(", ")}.`);
  process.stdout.write("All checks passed.\n");
}

/** Runs this with Node, and keeps its words together until it has ended. */
async function said(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  process.once("exit", () => child.kill());
  let words = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (data) => {
      words += data;
    });
  }
  const [code] = await once(child, "close");
  return { isGood: code === 0, words };
}

async function main() {
  checkNode();
  const known = ["test", "check", ...Object.keys(scripts)];
  if (!known.includes(command)) give(`Say what to do: ${known.join(", ")}.`);
  followParent();
  process.chdir(root);
  await ensurePackages();
  if (command === "check") return check();
  if (command === "test") return test();

  const script = scripts[command];
  if (!existsSync(join(root, script))) give(`${script} is not in this copy of Cansole.`);
  process.argv = [process.argv[0], join(root, script), ...rest];
  const { register } = await import(inRoot("node_modules/tsx/dist/esm/api/index.mjs"));
  register();
  await import(inRoot(script));
}

await main();
