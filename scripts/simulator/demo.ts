import { join } from "node:path";
import { readConfig } from "#shared/runtime/config.ts";
import { givenEnvironment } from "#shared/runtime/run-service.ts";
import { demoUnits, waitingUnits } from "../seed/demo-units.ts";
import { createCheckout } from "./customers/checkout.ts";
import { type Customers, createCustomers } from "./customers/customers.ts";
import { openKeptVisits } from "./customers/kept-visits.ts";
import { demoShelves } from "./customers/shelves.ts";
import { type DemoUnit, demoSeed, startDemoFleet } from "./demo-fleet.ts";
import { openKeptSecrets } from "./kept-secrets.ts";
import { simulatedKeys } from "./own-secret.ts";
import { pause } from "./pause.ts";

/** The machines of the demo network; more units than these are unregistered. */
const demoMachines = 24;
const firstConnectionsWithinMs = 2_000;
const goodbyesWithinMs = 3_000;

/** A network of that size sells so much in its busy hours; each of them stays below their machine's limit of a day. */
const demoCustomers = 240;
const orderEveryMs = 30_000;

/**
 * The demo network's customers; null where the launcher gave them no key, because no provider of a trial is there. What
 * they have begun stands beside the trial's data.
 */
const openCustomers = async (
  consoleUrl: string,
  dataDir: string,
  { INTAKE_API_KEY, PAYMENT_BASE_URL }: NodeJS.ProcessEnv,
): Promise<Customers | null> =>
  INTAKE_API_KEY && PAYMENT_BASE_URL
    ? createCustomers({
        count: demoCustomers,
        seed: demoSeed,
        shelves: demoShelves(),
        checkout: createCheckout(consoleUrl, INTAKE_API_KEY, PAYMENT_BASE_URL),
        kept: await openKeptVisits(join(dataDir, "simulated-customers.json")),
        orderEveryMs,
        pace: 1,
        onLocked: (why) => void process.stderr.write(`The simulated customers stop ordering: ${why}\n`),
      })
    : null;

/** The launcher's child: brings the trial's machines and customers to life, and ends with the launcher. */
const main = async () => {
  const env = await givenEnvironment(process.env);
  const { PORT, MQTT_PORT, HOST, JWT_SECRET, PROVISIONING_KEY, DATA_DIR, SIMULATOR } = readConfig(env);
  if (!JWT_SECRET || !PROVISIONING_KEY) throw new Error("The simulated machines need JWT_SECRET and PROVISIONING_KEY.");
  const count = SIMULATOR ?? demoMachines;
  const kept = await openKeptSecrets(DATA_DIR);
  const strangers = Array.from({ length: Math.max(0, count - demoMachines) }, (_, index) => ({
    serialNumber: `CU-SIM-${String(index + 1).padStart(4, "0")}`,
    version: "2.4.1",
    channels: Array.from({ length: 20 }, (_, lock) => lock + 1),
  }));
  const registered: DemoUnit[] = demoUnits(JWT_SECRET).map((unit) => ({
    ...unit,
    secret: kept.read(unit.serialNumber)?.secret ?? unit.secret,
    commandKey: kept.read(unit.serialNumber)?.commandKey ?? null,
  }));
  const unregistered: DemoUnit[] = [...waitingUnits, ...strangers].map(({ serialNumber, version, channels }) => ({
    serialNumber,
    version,
    channels,
    secret: kept.read(serialNumber)?.secret ?? null,
    commandKey: kept.read(serialNumber)?.commandKey ?? null,
  }));

  const listensAt = ["0.0.0.0", "::"].includes(HOST) ? "127.0.0.1" : HOST;
  const host = listensAt.includes(":") ? `[${listensAt}]` : listensAt;
  const fleet = await startDemoFleet({
    mqttUrl: `mqtt://${host}:${MQTT_PORT}`,
    provisioningKey: PROVISIONING_KEY,
    units: [...registered, ...unregistered].slice(0, count),
    seed: demoSeed,
    keysOf: (serialNumber) => simulatedKeys(JWT_SECRET, serialNumber),
    onRegistered: (serialNumber, credentials) => {
      kept.keep(serialNumber, credentials).catch((error: Error) => {
        process.stderr.write(`${serialNumber} will forget its credentials: ${error.message}\n`);
      });
    },
  });

  const customers = await openCustomers(`http://${host}:${PORT}`, DATA_DIR, env);
  customers?.start();

  const stop = () => {
    // A unit that is just connecting may wait long for its answer; nobody needs its goodbye.
    setTimeout(() => process.exit(0), goodbyesWithinMs).unref();
    void Promise.all([fleet.stop(), customers?.stop()]).finally(() => process.exit(0));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  process.on("disconnect", stop);

  // The first look at Home should show them; slower ones come a moment later.
  const deadline = performance.now() + firstConnectionsWithinMs;
  while (fleet.summary().states.connecting > 0 && performance.now() < deadline) await pause(50);
  if (process.connected) process.send?.({ ready: true });
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
