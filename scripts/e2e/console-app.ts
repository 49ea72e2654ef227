import { randomBytes } from "node:crypto";
import { afterEach, expect, inject, onTestFailed, TestRunner } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { provisioningKey } from "#shared/runtime/testing/service-env.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { defaultLimits } from "../../gateway/limits.ts";
import type { GatewayParts } from "../../gateway/parts.ts";
import { type RunningGateway, startGateway } from "../../gateway/start.ts";
import { unhurried } from "../../gateway/testing/gateway-under-test.ts";
import { startReportWorker } from "../../workers/reports/start.ts";
import { startWorkers } from "../../workers/start.ts";
import { lowFreePort } from "../integration/gateway-process.ts";
import { plantMachines, plantOperator } from "../integration/planted.ts";
import { giveDatabaseBack, takeDatabase } from "../migrate/testing/test-databases.ts";
import { isPortFree } from "../services/ports.ts";
import { noFaults } from "../simulator/faults.ts";
import { createCaller } from "../simulator/operator.ts";
import { planFleet } from "../simulator/plan.ts";
import { plainHost, sharedBrowser } from "../testing/browser.ts";
import { openPhone } from "../testing/phone.ts";
import { createWindows, type Visit, type VisitInput } from "../testing/visit.ts";
import { consoleUnits } from "./console-units.ts";

export const adminPhone = "9000000001";

/** The running test; undefined while a whole file is set up. */
const runningTest = () => TestRunner.getCurrentTest();

/** Where the running test has failed, writes what its pages show: nothing else shows why a wait timed out. */
const printPageIfFailed = async (visits: readonly Visit[]): Promise<void> => {
  const test = runningTest();
  if (test?.result?.state !== "fail") return;
  for (const { page } of visits.filter((visit) => !visit.page.isClosed())) {
    const parts = await page.locator("main, dialog[open]").all();
    const shown = await Promise.all(parts.map((part) => part.ariaSnapshot({ timeout: 5_000 })));
    console.error(`When "${test.name}" failed, ${new URL(page.url()).pathname} showed\n${shown.join("\n")}`);
  }
};

const forgetSignIns = async (
  { redis, keys, mongo }: Pick<GatewayParts, "redis" | "keys" | "mongo">,
  phone: Awaited<ReturnType<typeof openPhone>>,
): Promise<void> => {
  const admin = await mongo.collections.users.findOne({ phone: adminPhone });
  if (!admin) throw new Error("a gateway has its first admin");
  const whose = `${admin._id.toHexString()}:unknown`;
  for (const key of [keys.otp(whose), keys.otpRequests(whose), keys.wrongTries(whose)]) await redis.del(key);
  await mongo.collections.logins.updateMany({ user: admin._id, endedAt: null }, { $set: { endedAt: new Date() } });
  phone.forget();
};

/**
 * Where consoles of this process stood that have ended, and the windows that the visits of all share: at an address that
 * it knows the browser has the console's files in its cache, compiled, whichever file's test it is.
 */
const leftPorts: number[] = [];
let windows: ReturnType<typeof createWindows> | undefined;

const takePort = async (): Promise<number> => {
  const left = leftPorts.pop();
  return left !== undefined && (await isPortFree(left)) ? left : lowFreePort();
};

/**
 * A browser keeps connections open, some of them unused. Left, they hold up a gateway that ends; and while it does, it
 * answers them with 503, though the next one stands at its address. Only where none is left the address is used again.
 */
const endGateway = async ({ app, stop }: RunningGateway, port: number): Promise<void> => {
  app.server.closeAllConnections();
  await stop();
  const count = await new Promise((resolve) => app.server.getConnections((_error, open) => resolve(open)));
  if (count === 0) leftPorts.push(port);
};

/**
 * A gateway that serves the built console, an operator's phone, and a browser: what an end-to-end test uses. With
 * `isPlainHttp` the browser sees it as one at an office's address, over http.
 */
export const openConsole = async ({ machines = 3, withWorkers = false, isPlainHttp = false } = {}) => {
  const name = `j${randomBytes(6).toString("hex")}`;
  const phone = await openPhone();
  const config = serviceConfig({
    ADMIN_PHONE: adminPhone,
    OTP_WEBHOOK_URL: phone.url,
    WEB_ROOT: inject("webDir"),
  });
  const log = createLogger("journey", "silent");
  const database = await takeDatabase(config.MONGODB_URI);
  const port = await takePort();
  const gateway = await startGateway(config, {
    log,
    database,
    prefix: name,
    port,
    mqttPort: 0,
    // What a test breaks stays so until it is mended on a page.
    limits: { ...unhurried, stock: { ...defaultLimits.stock, checkEveryMs: 3_600_000 } },
  });
  // Commands reach their units only where workers are.
  const workers = withWorkers ? await startWorkers(config, { log, database, prefix: name }) : null;
  const { mongo } = gateway.parts;
  const planted = machines > 0 ? await plantMachines(mongo, config.JWT_SECRET, planFleet(machines, 7, noFaults)) : [];
  const token = await plantOperator(gateway.parts);
  windows ??= createWindows(await sharedBrowser());
  const { open } = windows;
  const url = isPlainHttp ? gateway.url.replace("127.0.0.1", plainHost) : gateway.url;
  const axeUrl = `${url}/inventory/v1.2/assets/axe.min.js`;
  const mqttUrl = `mqtt://127.0.0.1:${gateway.mqttPort}`;
  const visits: Visit[] = [];
  const others: { stop: () => Promise<void> }[] = [];
  const closeVisits = (some: Visit[]) => Promise.all(some.map((visit) => visit.close()));

  return {
    url: gateway.url,
    mqttUrl,
    provisioningKey,
    phone,
    mongo,
    parts: gateway.parts,
    /** Machines with their units, in the order in which they were planted. */
    planted,
    /** Another operator, who works without a browser. */
    colleague: createCaller(gateway.url, token),
    visit: async (input: Omit<VisitInput, "url"> & { signedIn?: boolean } = {}): Promise<Visit> => {
      const { signedIn = true, ...rest } = input;
      const visit = await open({ url, axeUrl, ...(signedIn ? { token } : {}), ...rest });
      visits.push(visit);
      if (runningTest()) onTestFailed(() => printPageIfFailed([visit])); // settled: the test is over
      return visit;
    },
    ...consoleUnits(mqttUrl),
    /** Reports that wait are made from here on. */
    startReportWorker: async (): Promise<void> => {
      others.push(await startReportWorker(config, { log, database, prefix: name, lookEveryMs: 500 }));
    },
    /** As on the first day: nobody is signed in by phone, and a code may be requested at once. */
    forgetSignIns: () => forgetSignIns(gateway.parts, phone),
    /** What the browsers' consoles complained about. */
    complaints: () => visits.flatMap((visit) => visit.complaints()),
    /**
     * Closes what a test has opened, and answers what the browsers' consoles complained about: pages that nobody looks
     * at any more would go on following everything.
     */
    endVisits: async (): Promise<string[]> => {
      const over = visits.splice(0);
      const complaints = over.flatMap((visit) => visit.complaints());
      await printPageIfFailed(over); // settled: the test is over
      await closeVisits(over);
      return complaints;
    },
    stop: async (): Promise<void> => {
      await closeVisits(visits.splice(0));
      for (const other of others) await other.stop();
      await workers?.stop();
      await endGateway(gateway, port);
      await giveDatabaseBack(config.MONGODB_URI, database);
      await phone.close();
    },
  };
};
export type ConsoleApp = Awaited<ReturnType<typeof openConsole>>;

/** The app of a file: its visits end with their test, and no browser console may have logged an error. */
export const setUpConsole = (options: Parameters<typeof openConsole>[0] = {}): ConsoleApp => {
  const app = setUp(() => openConsole(options));
  afterEach(async () => expect(await app.endVisits()).toEqual([]));
  return app;
};
