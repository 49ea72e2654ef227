import { type ChildProcess, spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";

const readyWithinMs = 60_000;

/** A port that was free a moment ago. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** The built gateway as a process of its own, which a test may freeze or kill. It keeps its ports over a restart. */
export const createGatewayProcess = async (distDir: string, env: Record<string, string>) => {
  const [port, mqttPort] = [await freePort(), await freePort()];
  let child: ChildProcess | null = null;
  let words = "";

  const start = async (): Promise<void> => {
    words = "";
    const mine = spawn(process.execPath, [join(distDir, "gateway/main.js")], {
      env: { ...process.env, ...env, PORT: String(port), MQTT_PORT: String(mqttPort), LOG_LEVEL: "warn" },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    child = mine;
    mine.stderr?.on("data", (data: Buffer) => {
      words = (words + data.toString()).slice(-4_000);
    });
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`the gateway was not ready in time: ${words}`)), readyWithinMs);
      mine.once("message", () => {
        clearTimeout(timer);
        resolve();
      });
      mine.once("exit", () => reject(new Error(`the gateway ended before it was ready: ${words}`)));
    });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const mine = child;
    if (!mine || mine.exitCode !== null || mine.signalCode !== null) return;
    const gone = new Promise((resolve) => mine.once("exit", resolve));
    mine.kill(signal);
    await gone;
  };

  return {
    url: `http://127.0.0.1:${port}`,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    start,
    /** What it does stops in the middle; what arrives for it waits. */
    freeze: () => child?.kill("SIGSTOP"),
    /** kill -9, frozen or not. */
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
};
export type GatewayProcess = Awaited<ReturnType<typeof createGatewayProcess>>;
