import { execFile } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { ServerKind } from "./pins.ts";

/** A server program that was seen to run here. */
export interface Engine {
  kind: ServerKind;
  command: string;
  /** As the operator knows it: MongoDB 6.0.5, Valkey 8.0.1. */
  name: string;
  /** Where it was found, for the line on the terminal. */
  place: string;
}

export const commandNames: Record<ServerKind, string[]> = {
  mongo: ["mongod"],
  redis: ["redis-server", "valkey-server"],
};
export const titles: Record<ServerKind, string> = { mongo: "MongoDB", redis: "Redis" };
/** Transactions, change streams with pre-images; BullMQ's scripts. */
export const oldest: Record<ServerKind, string> = { mongo: "6.0", redis: "6.2" };

export const isOldEnough = (kind: ServerKind, version: string) => {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [needMajor = 0, needMinor = 0] = oldest[kind].split(".").map(Number);
  return major > needMajor || (major === needMajor && minor >= needMinor);
};

/** The Debian package that carries a shared library, where its name does not say so itself. */
const debianPackages: Record<string, string> = {
  "libcurl.so.4": "libcurl4",
  "libssl.so.3": "libssl3",
  "libcrypto.so.3": "libssl3",
  "liblzma.so.5": "liblzma5",
  "libgssapi_krb5.so.2": "libgssapi-krb5-2",
  "libresolv.so.2": "libc6",
};

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export function onPath(name: string, path: string | undefined): string | null {
  for (const directory of (path ?? "").split(delimiter)) {
    if (directory && isExecutable(join(directory, name))) return join(directory, name);
  }
  return null;
}

/** Runs `command --version`: its version, or one sentence that says why it does not run here. */
export function probe(command: string): Promise<{ name: string; version: string } | { problem: string }> {
  return new Promise((resolve) => {
    execFile(command, ["--version"], { timeout: 20_000 }, (error, stdout, stderr) => {
      const mongo = /db version v(\d+\.\d+\.\d+)/.exec(stdout);
      const redis = /(Redis|Valkey) server v=(\d+\.\d+\.\d+)/.exec(stdout);
      if (mongo?.[1]) return resolve({ name: `MongoDB ${mongo[1]}`, version: mongo[1] });
      // Valkey counts from 7.2, where it left Redis.
      if (redis?.[2]) return resolve({ name: `${redis[1]} ${redis[2]}`, version: redis[2] });
      resolve({ problem: whyNot(command, error, stderr) });
    });
  });
}

function whyNot(command: string, error: Error | null, stderr: string): string {
  const library = /error while loading shared libraries: ([^\s:]+)/.exec(stderr)?.[1];
  if (library) {
    const named = debianPackages[library];
    const remedy = named ? `install it with \`apt-get install -y ${named}\`` : "install the package that carries it";
    return `${command} cannot run because the library ${library} is missing: ${remedy}, then start again.`;
  }
  const failure = error as (NodeJS.ErrnoException & { signal?: string }) | null;
  if (failure?.signal === "SIGILL")
    return `${command} cannot run on this processor: MongoDB 5.0 and newer needs one with AVX.`;
  if (failure?.code === "ENOENT") return `${command} cannot run here: it is built for systems with glibc.`;
  const words = stderr.trim().split("\n").at(-1) || failure?.message || "it printed no version";
  return `${command} does not run: ${words}`;
}
