// A lock that ends with its process, kill -9 included: a socket that listens under a name made from the thing that is
// locked. Linux keeps such names in the kernel and drops them with the process; elsewhere a socket file is left behind,
// and one that nobody answers on counts as free. Plain JavaScript, because the launcher needs it before any package is
// there.
import { createHash } from "node:crypto";
import { mkdirSync, realpathSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

function addressOf(purpose, directory) {
  mkdirSync(directory, { recursive: true });
  const id = createHash("sha256")
    .update(`${userInfo().uid}:${purpose}:${realpathSync(directory)}`)
    .digest("hex")
    .slice(0, 24);
  if (process.platform === "linux") return `\0cansole-${id}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\cansole-${id}`;
  return join(tmpdir(), `cansole-${id}.sock`);
}

function listen(address, describe) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.end(JSON.stringify(describe()));
    });
    server.once("error", (error) => (error.code === "EADDRINUSE" ? resolve(null) : reject(error)));
    server.listen(address, () => resolve(server));
    server.unref();
  });
}

/** What the holder says of itself, or null when nobody answers. */
function query(address) {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(address);
    const give = (value) => {
      socket.destroy();
      resolve(value);
    };
    socket.setTimeout(2000, () => give({}));
    socket.on("data", (data) => {
      text += data;
    });
    socket.on("end", () => {
      try {
        give(JSON.parse(text));
      } catch {
        give({});
      }
    });
    socket.on("error", () => resolve(null));
  });
}

export async function takeLock(purpose, directory, describe = () => ({ pid: process.pid })) {
  const address = addressOf(purpose, directory);
  for (let round = 0; round < 20; round += 1) {
    const server = await listen(address, describe);
    if (server) return { release: () => new Promise((resolve) => server.close(() => resolve())) };
    const holder = await query(address);
    if (holder) return { holder };
    // Nobody answers: it was given up this moment, or a socket file outlived its process.
    if (!address.startsWith("\0")) rmSync(address, { force: true });
  }
  return { holder: {} };
}
