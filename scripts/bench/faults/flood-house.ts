import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { connectMongo } from "#shared/runtime/mongo.ts";
import { roomEnv } from "#shared/runtime/testing/room-env.ts";
import { buildIfStale } from "../../build.ts";
import { freePort } from "../../services/ports.ts";
import { noFaults } from "../../simulator/faults.ts";
import { planFleet } from "../../simulator/plan.ts";
import { type PlantedUnit, plantMachines } from "../../walks/planted.ts";
import { withOwnServers } from "../own-servers.ts";
import { sumOf } from "../targets.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A built gateway in a process of its own whose log is counted, and units that are registered with it. */
export interface FloodHouse {
  url: string;
  port: number;
  mqttPort: number;
  units: PlantedUnit[];
  /** Lines that its log has so far. */
  lines(): number;
  /** The last of them. */
  lastLines(): string[];
  memoryMiB(): Promise<number>;
  /** The sum of a metric over its labels. */
  metric(name: string): Promise<number>;
}

export const withFloodHouse = async <T>(
  machines: number,
  say: (line: string) => void,
  work: (house: FloodHouse) => Promise<T>,
  more: Record<string, string> = {},
): Promise<T> => {
  await buildIfStale(say);
  return withOwnServers(say, async (_, services) => {
    const [port, mqttPort] = [await freePort(), await freePort()];
    const env = roomEnv(services, { PORT: `${port}`, MQTT_PORT: `${mqttPort}`, LOG_LEVEL: "info", ...more });
    const gateway = spawn(process.execPath, [join(root, "dist/gateway/main.js")], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    const last: string[] = [];
    let lines = 0;
    if (!gateway.stderr) throw new Error("the gateway's log cannot be read");
    createInterface({ input: gateway.stderr }).on("line", (line) => {
      lines += 1;
      last.push(line);
      if (last.length > 50) last.shift();
    });
    await once(gateway, "message");
    const url = `http://127.0.0.1:${port}`;
    const mongo = await connectMongo(services.mongodbUri);
    const units = await plantMachines(mongo, env.JWT_SECRET, planFleet(machines, 7, noFaults));
    await mongo.close();
    const metric = async (name: string) => sumOf(await (await fetch(`${url}/metrics`)).text(), name);
    try {
      return await work({
        url,
        port,
        mqttPort,
        units,
        lines: () => lines,
        lastLines: () => last,
        memoryMiB: async () => {
          // Asked from outside: a gateway that is flooded has no time to say it itself.
          const { stdout } = await run("ps", ["-o", "rss=", "-p", String(gateway.pid)]);
          return Number(stdout) / 1_024;
        },
        metric,
      });
    } finally {
      gateway.kill("SIGTERM");
      await once(gateway, "exit");
    }
  });
};
