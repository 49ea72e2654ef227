import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../scripts/testing/temporary.ts";
import { eventually } from "../testing/eventually.ts";
import { openLogDestination } from "./log-destination.ts";
import { createLogger } from "./logger.ts";

const ownFile = import.meta.filename;

/** A process that logs three lines to a file that is open so, and ends. */
const logTo = async (fd: number): Promise<string> => {
  const script = `
    const { createLogger } = await import(${JSON.stringify(join(import.meta.dirname, "logger.ts"))});
    const log = createLogger("test", "info");
    for (let nth = 1; nth <= 3; nth += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      log.info({ nth }, "line");
    }
    process.stdout.write("still here", () => process.exit(0));`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", fd],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  if (!child.stdout) throw new Error("it is piped");
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return `${said}, ${code}`;
};
const opened = (path: string, flags: string): number => {
  const fd = openSync(path, flags);
  onTestFinished(() => closeSync(fd));
  return fd;
};
const logFile = async (): Promise<string> => {
  const folder = await temporaryFolder("log");
  onTestFinished(folder.remove);
  return join(folder.path, "log");
};

test("a process whose log cannot be written, as on a full disk, goes on and ends", async () => {
  // Open for reading alone: each write fails.
  expect(await logTo(opened(ownFile, "r"))).toBe("still here, 0");
});

test("the last line before the end is written", async () => {
  const path = await logFile();
  expect(await logTo(opened(path, "w"))).toBe("still here, 0");
  expect(readFileSync(path, "utf8").match(/"nth":\d/g)).toEqual([1, 2, 3].map((nth) => `"nth":${nth}`));
});

test("lines that could not be written come once they can be", async () => {
  const path = await logFile();
  const destination = openLogDestination(opened(ownFile, "r"));
  const log = createLogger("test", "info", destination);
  const failed = once(destination, "drop").catch((error: unknown) => error);
  log.info("while it is full");
  expect(await failed).toMatchObject({ code: "EBADF" });
  // More than is kept.
  for (let kept = 0; kept < 1_100; kept += 1) destination.write(`${"x".repeat(1_000)}\n`);

  Object.assign(destination, { fd: opened(path, "w") });
  await eventually(() => {
    destination.write(`afterwards${" ".repeat(1_000)}\n`);
    expect(readFileSync(path, "utf8")).toMatch(/while it is full[\s\S]*afterwards/);
  });
});
