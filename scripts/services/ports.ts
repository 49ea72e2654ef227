import { mkdir, readFile, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { dirname } from "node:path";

/** Whether this process could listen there now. */
export function isPortFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

/** Resolves where somebody listens on the port; rejects where nobody does. */
export function reach(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve();
    });
    socket.once("error", reject);
  });
}

/** The port of the last start, or null. */
export async function readPort(file: string): Promise<number | null> {
  const kept = Number(await readFile(file, "utf8").catch(() => ""));
  return Number.isInteger(kept) && kept > 0 && kept < 65_536 ? kept : null;
}

export async function keepPort(file: string, port: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${port}\n`);
}
