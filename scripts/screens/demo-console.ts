import { cp } from "node:fs/promises";
import { join } from "node:path";
import { openContainers, readSessionResults } from "#shared/control-units/control-unit.api.ts";
import { readLiveStatus } from "#shared/live-status/live-status.api.ts";
import { readServiceConfig } from "#shared/runtime/config.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { createSecrets } from "#shared/runtime/secrets.ts";
import { provisioningKey, serviceEnv } from "#shared/runtime/testing/service-env.ts";
import { until } from "#shared/testing/eventually.ts";
import { startGateway } from "../../gateway/start.ts";
import { openLogin } from "../../gateway/testing/open-login.ts";
import { startWorkers } from "../../workers/start.ts";
import { root } from "../launcher/ground.ts";
import { migrateForTests } from "../migrate/testing/migrate-for-tests.ts";
import { waitingUnits } from "../seed/demo-units.ts";
import { seed } from "../seed.ts";
import { demoSeed, startDemoFleet } from "../simulator/demo-fleet.ts";
import { createCaller } from "../simulator/operator.ts";
import { simulatedKeys } from "../simulator/own-secret.ts";
import { startPrivateServices } from "../testing/private-services.ts";
import { plantDemoCases, plantDemoKeys, plantDemoWebhook } from "./demo-cases.ts";
import { demoReports } from "./demo-reports.ts";

/** One of the demo network's own operators. */
const operatorPhone = "9876543211";
const adminPhone = "9876543210";
const shownWithinMs = 60_000;

/** The demo network on private servers, its machines switched on: what a trial looks like after a minute. */
export const openDemoConsole = async (say: (line: string) => void) => {
  const services = await startPrivateServices();
  await migrateForTests(services.mongodbUri);
  // Its own copy: a build beside this run would take the files away under the browser.
  const webRoot = join(services.dataDir, "web");
  await cp(join(root, "dist/web"), webRoot, { recursive: true });
  const config = readServiceConfig(serviceEnv(services, { WEB_ROOT: webRoot }));
  const jwtSecret = config.JWT_SECRET;
  const { simulated } = await seed({ mongodbUri: services.mongodbUri, jwtSecret, say });
  const log = createLogger("screens", "warn");
  const gateway = await startGateway(config, { log, port: 0, mqttPort: 0 });
  const workers = await startWorkers(config, { log });
  const fleet = await startDemoFleet({
    mqttUrl: `mqtt://127.0.0.1:${gateway.mqttPort}`,
    provisioningKey,
    units: [...simulated, ...waitingUnits.map((unit) => ({ ...unit, secret: null }))],
    seed: demoSeed,
    keysOf: (serialNumber) => simulatedKeys(jwtSecret, serialNumber),
  });

  const { users, machines, units } = gateway.parts.mongo.collections;
  const operator = await users.findOne({ phone: operatorPhone });
  if (!operator) throw new Error("The demo network has no operator to look with.");
  const token = await openLogin(gateway.parts, operator._id);
  const admin = await users.findOne({ phone: adminPhone });
  if (!admin) throw new Error("The demo network has no admin to look with.");
  const adminToken = await openLogin(gateway.parts, admin._id);
  await gateway.parts.mongo.collections.reports.insertMany(demoReports(operator._id));
  await plantDemoCases(gateway.parts.mongo.collections, operator);
  await plantDemoKeys(gateway.parts.mongo.collections, admin);
  await plantDemoWebhook(gateway.parts.mongo.collections, createSecrets(jwtSecret));
  const caller = createCaller(gateway.url, token);

  const areOnline = async () => {
    const { liveStatus } = await caller.call(readLiveStatus, {});
    // A few of them are faulty on purpose and drop out again, so most is enough.
    return liveStatus.filter(({ status }) => status === "Online").length >= simulated.length - 2;
  };
  await until("the simulated machines to come online", areOnline, shownWithinMs);
  const machine = await machines.findOne({ vendingMachineId: "KOC-KLM-01" });
  const unit = machine && (await units.findOne({ machine: machine._id }));
  if (!machine || !unit) throw new Error("The demo network has no machine KOC-KLM-01 with a unit.");

  /** Some doors of that machine are opened; answers once each was seen open, or is known not to have been. */
  const openSome = async (): Promise<string> => {
    const body = { vendingMachineId: machine.vendingMachineId, containers: ["3", "4", "7"] };
    const { sessionId } = await caller.call(openContainers, { body });
    const areSettled = async () => {
      const { sessionResults } = await caller.call(readSessionResults, { params: { id: sessionId } });
      return sessionResults.every(({ isOpened, endedAt }) => isOpened || endedAt !== null);
    };
    await until("the simulated machine to open its doors", areSettled, shownWithinMs);
    return sessionId;
  };

  return {
    url: gateway.url,
    token,
    adminToken,
    sessionId: await openSome(),
    machineId: machine._id.toHexString(),
    serialNumber: unit.serialNumber,
    waitingSerialNumber: waitingUnits[0]?.serialNumber ?? "",
    stop: async (): Promise<void> => {
      await fleet.stop();
      await workers.stop();
      await gateway.stop();
      await services.stop();
    },
  };
};
export type DemoConsole = Awaited<ReturnType<typeof openDemoConsole>>;
