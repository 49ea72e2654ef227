import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../services/ports.ts";
import { runScript } from "../../services/testing/processes.ts";

const longestStartMs = 300_000;
const operatorPhone = "9876543210";

/** The first of `find`'s answers that is there, asked ten times a second. */
const waitFor = async <T>(what: string, find: () => T | null, longestMs: number): Promise<T> => {
  const givenUpAt = Date.now() + longestMs;
  for (;;) {
    const found = find();
    if (found !== null) return found;
    if (Date.now() > givenUpAt) throw new Error(`${what} did not come within ${longestMs / 1_000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/** A trial as `npm start` starts it, on data and ports of its own: built, with its demo, 24 machines and their customers. */
export const startTrial = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "cansole-trial-"));
  const env = { DATA_DIR: dataDir, PORT: `${await freePort()}`, MQTT_PORT: `${await freePort()}` };
  const { child, output, ended } = runScript("scripts/start.ts", [], env);
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  const codes = () => [...output().matchAll(/^OTP \d+ (\d+)$/gm)].map(([, code = ""]) => code);
  try {
    const isReady = () => {
      if (child.exitCode !== null) throw new Error(`The trial did not start:\n${output()}`);
      return output().includes("Cansole is ready") ? true : null;
    };
    await waitFor("The trial", isReady, longestStartMs);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${env.PORT}`,
    operatorPhone,
    /** The code that the terminal prints after the `seen` ones. */
    code: (seen: number) => waitFor("The code", () => codes()[seen] ?? null, 20_000),
    codesSeen: () => codes().length,
    stop,
  };
};
export type Trial = Awaited<ReturnType<typeof startTrial>>;
