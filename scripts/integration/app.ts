import { randomBytes } from "node:crypto";
import { createLogger } from "#shared/runtime/logger.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { provisioningKey } from "#shared/runtime/testing/service-env.ts";
import type { Limits } from "../../gateway/limits.ts";
import { type RunningGateway, startGateway } from "../../gateway/start.ts";
import { unhurried } from "../../gateway/testing/gateway-under-test.ts";
import { startWorkers } from "../../workers/start.ts";
import { giveDatabaseBack, takeDatabase } from "../migrate/testing/test-databases.ts";
import { createFleet, type Fleet } from "../simulator/fleet.ts";
import { createCaller } from "../simulator/operator.ts";
import { type LiveStatusPage, openLiveStatusPage } from "./live-status-page.ts";
import { type PlantedUnit, plantMachines, plantOperator } from "./planted.ts";

/** A whole app in this process: gateway, workers and an operator, on a database and Redis prefix of its own. */
export const openApp = async (limits: Partial<Limits> = {}, env: Record<string, string> = {}) => {
  const name = `w${randomBytes(6).toString("hex")}`;
  const config = serviceConfig(env);
  const log = createLogger("walk", "silent");
  const database = await takeDatabase(config.MONGODB_URI);
  const own = { log, database, prefix: name };
  const openGateway = (ports: { port: number; mqttPort: number }) =>
    startGateway(config, { ...own, ...ports, limits: { ...unhurried, ...limits } });
  let gateway: RunningGateway = await openGateway({ port: 0, mqttPort: 0 });
  const { silentAfterSeconds, sweepEveryMs, commands: commandLimits } = gateway.parts.limits;
  const workers = await startWorkers(config, { ...own, silentAfterSeconds, sweepEveryMs, commandLimits });
  const token = await plantOperator(gateway.parts);
  const ports = { port: Number(new URL(gateway.url).port), mqttPort: gateway.mqttPort ?? 0 };
  const mqttUrl = `mqtt://127.0.0.1:${ports.mqttPort}`;
  const fleets: Fleet[] = [];
  const pages: LiveStatusPage[] = [];

  return {
    url: gateway.url,
    mqttUrl,
    token,
    silentAfterSeconds,
    /** The database, the same over a restart of the gateway. */
    mongo: workers.mongo,
    operator: createCaller(gateway.url, token),
    plant: (plans: PlantedUnit["plan"][]) => plantMachines(workers.mongo, config.JWT_SECRET, plans),
    /** Switches these units on; heartbeats come `liveEveryMs` apart. */
    switchOn: async (units: PlantedUnit[], liveEveryMs = 500): Promise<Fleet> => {
      const fleet = createFleet({ units, mqttUrl, provisioningKey, liveEveryMs, pace: 0.01, connectsPerSecond: 500 });
      fleets.push(fleet);
      await fleet.start();
      return fleet;
    },
    /** An operator's live-status screen, without the drawing. */
    lookAtLiveStatus: (): LiveStatusPage => {
      const page = openLiveStatusPage({ url: gateway.url, token, silentAfterSeconds });
      pages.push(page);
      return page;
    },
    /** Redis knows the present units, so that the others are known to be offline. */
    knowsPresence: async (): Promise<boolean> => {
      const { redis, keys } = gateway.parts;
      return (await redis.exists(keys.presenceLoaded)) === 1;
    },
    /** The gateway can send messages to this unit. */
    isHeld: async (serialNumber: string): Promise<boolean> => {
      const { redis, keys } = gateway.parts;
      return (await redis.exists(keys.link(serialNumber))) === 1;
    },
    stopGateway: () => gateway.stop(),
    /** On the same ports, as after an upgrade. */
    startGatewayAgain: async (): Promise<void> => {
      gateway = await openGateway(ports);
    },
    stop: async (): Promise<void> => {
      for (const page of pages) page.close();
      await Promise.all(fleets.map((fleet) => fleet.stop()));
      await gateway.stop();
      await workers.stop();
      await giveDatabaseBack(config.MONGODB_URI, database);
    },
  };
};
export type App = Awaited<ReturnType<typeof openApp>>;
