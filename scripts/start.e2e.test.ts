import { readFile, stat } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";

import { freePort } from "./services/ports.ts";
import { descendants, isAlive, runScript } from "./services/testing/processes.ts";
import { temporaryFolder } from "./testing/temporary.ts";

async function settings() {
  const folder = await temporaryFolder("test");
  onTestFinished(folder.remove);
  return {
    DATA_DIR: join(folder.path, "data"),
    PORT: `${await freePort()}`,
    MQTT_PORT: `${await freePort()}`,
    SIMULATOR: "3",
  };
}

/** npm start, without npm. */
function start(env: Record<string, string>) {
  const run = runScript("scripts/start.ts", [], env);
  onTestFinished(() => void run.child.kill("SIGKILL"));
  return run;
}

async function startedWith(env: Record<string, string>) {
  const run = start(env);
  await until("it is ready", () => /is ready/.test(run.output()) || run.child.exitCode !== null, 120_000);
  expect(run.output()).toMatch(/^Cansole is ready: http:\/\/127\.0\.0\.1:\d+\/$/m);
  return { ...run, pid: run.child.pid ?? 0, family: await descendants(run.child.pid ?? 0) };
}

async function occupied(): Promise<{ port: string; server: Server }> {
  const server = createServer();
  onTestFinished(() => void server.close());
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { port: `${port}`, server };
}

/** `npm run api-key` against it: what it prints is the key alone, and opens the intake. */
async function expectKeyThatOrders(env: Record<string, string>) {
  const script = runScript("scripts/api-key.ts", ["Journey"], env);
  expect(await script.ended).toBe(0);
  expect(script.output()).toMatch(/^cansole_[\w-]{43}\n$/);
  const orderWith = (key: string) =>
    fetch(`http://127.0.0.1:${env.PORT}/api/v1.2/intake/orders`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key, "idempotency-key": "journey" },
      body: "{}",
    });
  expect((await orderWith(script.output().trim())).status).toBe(400);
  expect((await orderWith(`cansole_${"a".repeat(43)}`)).status).toBe(401);
}

const noneAlive = (pids: number[]) => () => pids.every((pid) => !isAlive(pid));

/** Everything that a start brings up, seen from outside. */
async function expectWhole(run: Awaited<ReturnType<typeof startedWith>>, env: Awaited<ReturnType<typeof settings>>) {
  const page = await fetch(`http://127.0.0.1:${env.PORT}/`);
  expect(page.status).toBe(200);
  expect(await page.text()).toMatch(/<div id="root">/);
  const requested = await fetch(`http://127.0.0.1:${env.PORT}/api/v1.2/auth/otp`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ phone: "9876543210" }),
  });
  expect(await requested.json()).toMatchObject({ success: true });
  await until("the code is printed", () => /^OTP 9876543210 \d{4}$/m.test(run.output()));
  expect((await stat(join(env.DATA_DIR, "jwt-secret"))).mode & 0o777).toBe(0o600);
  await expectKeyThatOrders(env);
  // Keeper, mongod, Redis, gateway, workers, simulator.
  expect(run.family.length).toBeGreaterThanOrEqual(6);
}

test("a start on nothing; kill -9 of it leaves no process; a second start on its data; Ctrl-C ends it, and leaves none", async () => {
  const env = await settings();
  const run = await startedWith(env);
  await expectWhole(run, env);

  const refused = start({ ...env, PORT: `${await freePort()}`, MQTT_PORT: `${await freePort()}` });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toBe(
    `Cansole already runs on the data directory ${env.DATA_DIR} (process ${run.pid}): stop it first, or give this one a directory of its own with DATA_DIR.\n`,
  );

  run.child.kill("SIGKILL");
  await until("nothing is left", noneAlive(run.family));
  const again = await startedWith(env);
  again.child.kill("SIGINT");

  expect(await again.ended).toBe(0);
  expect(noneAlive(again.family)()).toBe(true);
  for (const one of [run, again]) {
    expect(one.output().match(/is ready/g)).toHaveLength(1);
    // Lines for people: no line of a log stands between them as it is.
    expect(one.output()).not.toMatch(/^\{/m);
    expect(one.output()).toMatch(/^ {2}Sign in: +phone 9876543210; the code is printed here/m);
    expect(one.output()).toMatch(/^ {2}Payments: +play the customers' bank at http:\/\/127\.0\.0\.1:\d+\/$/m);
    expect(one.output()).toMatch(/^ {2}Stop: +Ctrl-C$/m);
    expect(one.output()).toContain(`stop, then rm -rf ${env.DATA_DIR}\n`);
  }
}, 300_000);

test("a gateway that dies ends the start with one sentence", async () => {
  const run = await startedWith({ ...(await settings()), SIMULATOR: "0", DEMO: "off" });
  const gateway = await gatewayAmong(run.family);

  process.kill(gateway, "SIGKILL");

  expect(await run.ended).toBe(1);
  expect(run.output()).toMatch(/^The gateway ended unexpectedly \(SIGKILL\)\.$/m);
  expect(noneAlive(run.family)()).toBe(true);
});

async function gatewayAmong(pids: number[]): Promise<number> {
  for (const pid of pids) {
    if ((await readFile(`/proc/${pid}/cmdline`, "utf8")).includes("dist/gateway/main.js")) return pid;
  }
  throw new Error("no gateway is among the started processes");
}

test("ports that are taken end the start with a sentence for each that names it", async () => {
  const [http, mqtt] = [await occupied(), await occupied()];

  const run = start({ ...(await settings()), PORT: http.port, MQTT_PORT: mqtt.port });

  expect(await run.ended).toBe(1);
  const sentence = (port: string, variable: string) =>
    `Port ${port} is taken: end what listens there, or choose another port with ${variable}.\n`;
  expect(run.output()).toBe(sentence(http.port, "PORT") + sentence(mqtt.port, "MQTT_PORT"));
});

test("with both URLs given the services run on them, and nothing is seeded, simulated or started beside them", async () => {
  const { SIMULATOR: _, ...env } = await settings();

  const run = await startedWith({ ...env, MONGODB_URI: inject("mongodbUri"), REDIS_URL: inject("redisUrl") });

  expect(run.output()).toMatch(/as MONGODB_URI says$/m);
  expect(run.output()).not.toMatch(/Demo data/);
  // Keeper, gateway, workers, and the launcher's own compiler.
  expect(run.family.length).toBeLessThanOrEqual(4);
  run.child.kill("SIGTERM");
  expect(await run.ended).toBe(0);
  expect(noneAlive(run.family)()).toBe(true);
});

test("production without its variables names all of them and starts nothing", async () => {
  const run = start({ ...(await settings()), SIMULATOR: "", NODE_ENV: "production" });

  expect(await run.ended).toBe(1);
  expect(run.output()).toMatch(
    /^Production needs these variables: MONGODB_URI, REDIS_URL, JWT_SECRET, PROVISIONING_KEY, OTP_WEBHOOK_URL, ADMIN_PHONE\.\n$/,
  );
});
