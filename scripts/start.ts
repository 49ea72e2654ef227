import { join } from "node:path";
import { buildIfStale } from "./build.ts";
import { type Ground, prepare, readEnvFile, root } from "./launcher/ground.ts";
import { giveUp, say } from "./launcher/say.ts";
import { reportMemory, type ServiceProcess, startService } from "./launcher/service-process.ts";
import { createUndo, startUntilLost } from "./launcher/undo.ts";
import type { Keeper } from "./services/keeper.ts";

/**
 * Everything, built: servers, demo data, gateway, workers and, in a trial, simulated machines and customers. Each
 * process loads its code while the servers come up, and begins when they stand.
 */
async function start() {
  readEnvFile();
  const undo = createUndo();
  await startUntilLost(undo, async () => {
    const runningServices: Record<string, ServiceProcess> = {};
    const load = (keeper: Keeper, name: string, service: string, flags: string[] = []) => {
      const args = ["--enable-source-maps", ...flags, join(root, "dist", service, "main.js")];
      const held = startService({ name, args, env: process.env, cwd: root, keeper, isHeld: true });
      undo.add(name, held.stop);
      runningServices[name] = held;
    };
    const prepared = await prepare(process.env, undo.add, async (keeper, simulatedMachines) => {
      await buildIfStale(say);
      load(keeper, "gateway", "gateway");
      load(keeper, "workers", "workers");
      load(keeper, "report workers", "report-workers", [reportMemory]);
      if (simulatedMachines > 0) load(keeper, "simulator", "simulator");
    });
    const { config, services, serviceEnv, simulatorEnv } = prepared;
    const { simulator, ...servers } = runningServices;
    for (const [name, service] of Object.entries(servers)) {
      // Before what it stands on ends: what was added last is ended first.
      undo.add(name, service.stop);
      service.begin(serviceEnv);
    }
    await runningServices.gateway?.ready;
    if (simulator) {
      undo.add("simulator", simulator.stop);
      simulator.begin(simulatorEnv);
    }
    await Promise.all(Object.values(runningServices).map(({ ready }) => ready));
    say(`Cansole is ready: http://${hostOf(config)}:${config.PORT}/`);
    if (config.trial) for (const line of trialLines(prepared)) say(line);

    return Promise.race([services.lost, ...Object.values(runningServices).map(({ lost }) => lost)]);
  });
}

/** What a person who tries Cansole wants to know next. */
function trialLines({ config, services, serviceEnv }: Ground): string[] {
  const { ADMIN_PHONE, MQTT_PORT, MQTT_TLS_CERT, PAYMENT_BASE_URL, GATEWAY_ROLE } = config;
  const provider = PAYMENT_BASE_URL ? undefined : serviceEnv.PAYMENT_BASE_URL;
  return [
    `  Sign in:        phone ${ADMIN_PHONE}; the code is printed here, as OTP ${ADMIN_PHONE} and four digits`,
    ...(provider ? [`  Payments:       play the customers' bank at ${provider}/`] : []),
    ...(GATEWAY_ROLE === "http"
      ? []
      : [`  Control units:  ${MQTT_TLS_CERT ? "mqtts" : "mqtt"}://${hostOf(config)}:${MQTT_PORT}`]),
    "  Stop:           Ctrl-C",
    ...(services.ownMongo ? [`  Start over:     stop, then rm -rf ${config.DATA_DIR}`] : []),
  ];
}

/** A host under which this machine can be reached, even if the service listens on every address. */
function hostOf({ HOST }: { HOST: string }) {
  const host = ["0.0.0.0", "::"].includes(HOST) ? "127.0.0.1" : HOST;
  return host.includes(":") ? `[${host}]` : host;
}

start().catch(giveUp);
