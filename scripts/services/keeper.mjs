// The keeper starts the private servers and outlives the launcher by some seconds: when its standard input closes,
// because the launcher stopped, crashed or was killed with -9, it ends everything it keeps and then itself. It is a
// process of its own group, so Ctrl-C in the terminal does not end the servers before the services that use them. It
// exchanges lines of JSON: orders on standard input, events on standard output.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { takeLock } from "./lock.mjs";

const roomsMs = 1500; // for the services to close by themselves once the launcher is gone
const serversMs = 3000; // for a server to end cleanly before it is killed
const wordsKept = 60;

const lockedDirectory = process.argv[2];
const launcher = process.ppid;
const servers = new Map();
const rooms = new Set();
let ending = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.stdout.on("error", () => {}); // nobody listens any more once the launcher is killed

const report = (said) => process.stdout.write(`${JSON.stringify(said)}\n`);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

function run({ id, command, args, env }) {
  const words = [];
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], env });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      words.push(line.slice(0, 2000));
      if (words.length > wordsKept) words.shift();
    });
  }
  if (child.pid !== undefined) servers.set(child.pid, child);
  child.on("spawn", () => report({ started: { id, pid: child.pid } }));
  child.on("error", (error) => report({ ended: { id, code: null, signal: null, words: [error.message] } }));
  child.on("close", (code, by) => {
    servers.delete(child.pid);
    if (child.pid !== undefined) report({ ended: { id, code, signal: by, words } });
  });
}

async function waitUntil(isDone, ms) {
  const limit = Date.now() + ms;
  while (!isDone() && Date.now() < limit) await sleep(25);
}

async function end() {
  if (ending) return;
  ending = true;
  await waitUntil(() => ![...rooms].some(isAlive), roomsMs);
  for (const pid of rooms) signal(pid, "SIGKILL");
  for (const pid of servers.keys()) {
    signal(pid, "SIGTERM");
    signal(pid, "SIGCONT"); // a frozen one receives the first only when it continues
  }
  await waitUntil(() => servers.size === 0, serversMs);
  for (const pid of servers.keys()) signal(pid, "SIGKILL");
  await waitUntil(() => servers.size === 0, 1000);
  process.exit(0);
}

/** A launcher that was just stopped leaves its keeper closing for a moment: that is waited for, not refused. */
async function hold(directory) {
  const limit = Date.now() + 8000;
  for (;;) {
    const { holder } = await takeLock("data", directory, () => ({ pid: launcher, ending }));
    if (!holder) return report({ ready: true });
    if (!holder.ending || Date.now() > limit) {
      report({ taken: holder });
      return process.exit(0);
    }
    await sleep(100);
  }
}

const orders = createInterface({ input: process.stdin });
orders.on("close", end);
orders.on("line", (line) => {
  const order = JSON.parse(line);
  if (order.run) run(order.run);
  if (order.room) rooms.add(order.room);
  if (order.forget) rooms.delete(order.forget);
});

if (lockedDirectory) await hold(lockedDirectory).catch((error) => report({ problem: error.message }));
else report({ ready: true });
