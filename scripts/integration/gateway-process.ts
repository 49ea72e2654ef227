import { isPortFree } from "../services/ports.ts";
import { createKillableService } from "./killable-service.ts";

/** Below those that systems give to outgoing connections: while a gateway is down no client of its stores takes its port. */
const ports = { from: 18_000, many: 12_000 };

/** A port that was free a moment ago. */
export const lowFreePort = async (tries = 50): Promise<number> => {
  const port = ports.from + Math.floor(Math.random() * ports.many);
  if (await isPortFree(port)) return port;
  if (tries <= 1) throw new Error("No free port was found");
  return lowFreePort(tries - 1);
};

/** The built gateway as a process of its own. It keeps its ports over a restart. */
export const createGatewayProcess = async (distDir: string, env: Record<string, string>, shownAs?: string) => {
  const [port, mqttPort] = [await lowFreePort(), await lowFreePort()];
  return {
    url: `http://127.0.0.1:${port}`,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    ...createKillableService(distDir, "gateway", { ...env, PORT: String(port), MQTT_PORT: String(mqttPort) }, shownAs),
  };
};
export type GatewayProcess = Awaited<ReturnType<typeof createGatewayProcess>>;
