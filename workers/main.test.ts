import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { testEnv } from "#shared/runtime/testing/service-config.ts";
import { migrateForTests } from "../scripts/migrate/testing/migrate-for-tests.ts";
import { bundled } from "../scripts/testing/bundled.ts";
import { openRedisPair } from "../scripts/testing/redis-pair.ts";

let main = "";
beforeAll(async () => {
  main = await bundled("workers/main.ts");
});
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

const start = (env: Record<string, string>) => {
  const { PATH } = process.env;
  const child = fork(main, {
    execArgv: [],
    env: { ...(PATH ? { PATH } : {}), NODE_ENV: "test", ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  children.push(child);
  let said = "";
  child.stderr?.on("data", (text) => {
    said += text;
  });
  return { child, ended: once(child, "exit"), said: () => said };
};

beforeAll(() => migrateForTests(inject("mongodbUri")));

test("the workers say that they are ready, and end when their launcher is gone", async () => {
  const { child, ended } = start(testEnv());
  const [message] = await once(child, "message");
  expect(message).toEqual({ ready: true });

  child.disconnect();

  expect(await ended).toEqual([0, null]);
});

test("the workers end in order on a signal", async () => {
  const { child, ended } = start(testEnv());
  await once(child, "message");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("an environment that lacks something is named in one sentence", async () => {
  const { ended, said } = start({});
  expect(await ended).toEqual([1, null]);
  expect(said()).toBe("This process needs these variables: MONGODB_URI, REDIS_URL, JWT_SECRET.\n");
});

test("a port for its health that is taken is named in one sentence", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const { ended, said } = start({ ...testEnv(), WORKERS_HEALTH_PORT: `${port}`, LOG_LEVEL: "silent" });
  expect(await ended).toEqual([1, null]);
  expect(said()).toBe(`Port ${port} is taken: set WORKERS_HEALTH_PORT.\n`);
  taken.close();
});

test("a Redis that takes no writes is named in one sentence, with what to do", async () => {
  const pair = await openRedisPair();
  onTestFinished(pair.stop);
  const url = await pair.replicaUrl();
  const { ended, said } = start({ ...testEnv(), REDIS_URL: url, LOG_LEVEL: "silent" });
  expect(await ended).toEqual([1, null]);
  expect(said()).toBe(
    `REDIS_URL leads to ${new URL(url).host}, which takes no writes: it is a read-only replica. Where another server has taken over, the address must lead to that one, then start again.\n`,
  );
});
