import { connect } from "node:net";
import { createInterface } from "node:readline/promises";
import { createCheckout } from "./customers/checkout.ts";
import { type Customers, createCustomers, customersLine } from "./customers/customers.ts";
import { openKeptVisits } from "./customers/kept-visits.ts";
import { shelvesOf } from "./customers/shelves.ts";
import { enrol } from "./enrol.ts";
import { createFleet } from "./fleet.ts";
import { type ApiCaller, signIn } from "./operator.ts";
import { readOptions, SimulatorError, type SimulatorOptions, usage } from "./options.ts";
import { simulatedKeys } from "./own-secret.ts";
import { planFleet } from "./plan.ts";
import { summaryLine } from "./summary.ts";

const summaryEveryMs = 10_000;
const firstSummaryMs = 2_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

const requestCode = async (): Promise<string | null> => {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const closed = new Promise<null>((resolve) => lines.once("close", () => resolve(null)));
    return await Promise.race([
      lines.question("The code that was sent to this phone (a trial prints it where it runs): "),
      closed,
    ]);
  } finally {
    lines.close();
  }
};

/** Before anything is registered: a wrong port should not leave half a fleet behind. */
const reach = (mqtt: string): Promise<void> => {
  const { hostname, port, protocol } = new URL(mqtt);
  const usual = { "mqtt:": 1883, "mqtts:": 8883, "ws:": 80, "wss:": 443 }[protocol];
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) || usual || 1883, timeout: 5_000 });
    const nobody = () => {
      socket.destroy();
      reject(new SimulatorError(`No machine link answers at ${mqtt}: name it with --mqtt.`));
    };
    socket.once("error", nobody).once("timeout", nobody);
    socket.once("connect", () => {
      socket.destroy();
      resolve();
    });
  });
};

/** People who buy and take at whatever the console's machines sell. */
const customersOf = async (
  { customers, seed, url, pace }: SimulatorOptions,
  operator: ApiCaller,
  end: (error: unknown) => void,
): Promise<Customers | null> => {
  if (!customers) return null;
  const { count, apiKey, providerUrl, orderEveryMs } = customers;
  const shelves = await shelvesOf(operator);
  if (shelves.length === 0)
    throw new SimulatorError("No active machine sells anything: customers have nothing to buy.");
  return createCustomers({
    count,
    seed,
    shelves,
    orderEveryMs,
    pace,
    kept: await openKeptVisits(null),
    checkout: createCheckout(url, apiKey, providerUrl),
    onLocked: (why) => end(new SimulatorError(`Customers cannot order: ${why}. Name another key with --api-key.`)),
  });
};

const simulate = async (options: SimulatorOptions) => {
  const { machines, seed, slow, deaf, jammed, dropouts, mqtt } = options;
  const plans = planFleet(machines, seed, { slow, deaf, jammed, dropouts, wrongClock: options["wrong-clock"] });
  const { url, token, phone, otp } = options;
  await reach(mqtt);
  const operator = await signIn({ url, token, phone, otp, requestCode });
  say(`Signed in at ${url}. Preparing ${machines} machines of seed ${seed} ...`);
  const tenth = Math.max(50, Math.ceil(machines / 10));
  const enrolled = await enrol(operator, plans, seed, (ready) => {
    if (ready % tenth === 0) say(`  ${ready} of ${machines}`);
  });

  let end: (error: unknown) => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  const unregistered = new Map(
    plans.flatMap((plan) => (enrolled.secrets.has(plan.serialNumber) ? [] : [[plan.serialNumber, plan]])),
  );
  const fleet = createFleet({
    units: plans.map((plan) => ({ plan, secret: enrolled.secrets.get(plan.serialNumber) ?? null })),
    mqttUrl: mqtt,
    provisioningKey: options["provisioning-key"],
    keysOf: (serialNumber) => simulatedKeys(`${options["provisioning-key"]} ${seed}`, serialNumber),
    liveEveryMs: options["live-every"] * 1_000,
    pace: options.pace,
    onEvent: (serialNumber, event) => {
      // Registered once, at its first request: what an operator deletes afterwards waits for an operator.
      const plan = unregistered.get(serialNumber);
      if (!plan) return;
      if (event.kind === "asked") {
        unregistered.delete(serialNumber);
        enrolled.register(plan).catch(end);
      }
      if (event.kind === "state" && event.state === "refused")
        end(new SimulatorError(`${mqtt} refused the provisioning login: name its key with --provisioning-key.`));
    },
  });
  const stop = () => end(null);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);

  const customers = options.customers && (await customersOf(options, operator, end));

  let before = fleet.summary();
  let at = performance.now();
  const report = () => {
    const now = fleet.summary();
    say(summaryLine(now, before, performance.now() - at));
    if (customers) say(customersLine(customers.summary()));
    before = now;
    at = performance.now();
  };
  const first = setTimeout(report, firstSummaryMs);
  const summary = setInterval(report, summaryEveryMs);
  say(`Connecting to ${mqtt}. Ctrl-C ends it.`);
  try {
    customers?.start();
    await Promise.race([fleet.start().then(() => ended), ended]);
  } finally {
    clearTimeout(first);
    clearInterval(summary);
    await Promise.all([fleet.stop(), customers?.stop()]);
  }
  say(`Stopped ${machines} machines.`);
};

const main = async () => {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options) await simulate(options);
  else process.stdout.write(usage);
  process.exit(0);
};

main().catch((error: unknown) => {
  const sentence =
    error instanceof SimulatorError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
});
