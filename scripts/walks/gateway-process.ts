import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { createKillableRoom } from "./killable-room.ts";

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

/** The built gateway as a process of its own. It keeps its ports over a restart. */
export const createGatewayProcess = async (distDir: string, env: Record<string, string>) => {
  const [port, mqttPort] = [await freePort(), await freePort()];
  return {
    url: `http://127.0.0.1:${port}`,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    ...createKillableRoom(distDir, "gateway", { ...env, PORT: String(port), MQTT_PORT: String(mqttPort) }),
  };
};
export type GatewayProcess = Awaited<ReturnType<typeof createGatewayProcess>>;
