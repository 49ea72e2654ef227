import { createServer } from "node:net";
import { expect, inject, onTestFinished, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";

import { temporaryFolder } from "../testing/temporary.ts";
import { findEngine } from "./find.ts";
import { checkGivenMongo, checkGivenRedis } from "./given.ts";
import { startKeeper } from "./keeper.ts";
import { freePort } from "./ports.ts";

/** A mongod that somebody else runs, with the arguments of their choice. */
async function foreignMongod(...args: string[]) {
  const folder = await temporaryFolder("test");
  onTestFinished(folder.remove);
  const keeper = await startKeeper();
  onTestFinished(keeper.stop);
  const { command } = await findEngine("mongo", { env: process.env, enginesDir: ".engines", say: () => {} });
  const port = await freePort();
  const start = ["--dbpath", folder.path, "--port", `${port}`, "--bind_ip", "127.0.0.1", "--nounixsocket", ...args];
  await keeper.run(command, start, process.env);
  return `mongodb://127.0.0.1:${port}`;
}

/** A Redis that only says what it is. */
async function fakeRedis(info: string) {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (data) => {
      for (const command of data.toString().matchAll(/\r\n(hello|info|client|ping|select)\r\n/gi)) {
        const name = command[1]?.toLowerCase();
        if (name === "info") socket.write(`$${Buffer.byteLength(info)}\r\n${info}\r\n`);
        else if (name === "hello") socket.write("-ERR unknown command 'HELLO'\r\n");
        else socket.write("+OK\r\n");
      }
    });
  });
  onTestFinished(() => void server.close());
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return `redis://127.0.0.1:${port}`;
}

test("a MongoDB that is no replica set is refused, whatever the URI claims, with how to become one", async () => {
  const url = await foreignMongod();

  for (const uri of [`${url}/`, `${url}/cansole?replicaSet=rs0`]) {
    await until("mongod answers", () =>
      checkGivenMongo(uri)
        .catch((error: Error) => /no replica set/.test(error.message))
        .then(Boolean),
    );
    await expect(checkGivenMongo(uri)).rejects.toThrow(/no replica set.*--replSet rs0.*rs\.initiate\(\)/);
  }
});

test("a replica set that was never initiated is refused with the command that does it", async () => {
  const url = await foreignMongod("--replSet", "rs0");

  await until("mongod answers", () =>
    checkGivenMongo(url)
      .catch((error: Error) => /initiate/.test(error.message))
      .then(Boolean),
  );

  await expect(checkGivenMongo(url)).rejects.toThrow(/never initiated: run rs\.initiate\(\)/);
});

test("a replica set is accepted, by its members' names and directly", async () => {
  const uri = inject("mongodbUri");

  expect(await checkGivenMongo(uri)).toMatchObject({ url: uri });
  expect(await checkGivenMongo(uri.replace(/(,[^/]*)?\/cansole\?.*/, "/cansole?directConnection=true"))).toBeTruthy();
});

test("where nothing answers, variable and address are named and the password is not", async () => {
  const port = await freePort();

  const mongo = checkGivenMongo(`mongodb://someone:hidden@127.0.0.1:${port}/`);
  await expect(mongo).rejects.toThrow(
    new RegExp(`^MONGODB_URI: the MongoDB at 127\\.0\\.0\\.1:${port} cannot be used`),
  );
  await expect(mongo).rejects.not.toThrow(/hidden/);
  const redis = checkGivenRedis(`redis://:hidden@127.0.0.1:${port}`);
  await expect(redis).rejects.toThrow(new RegExp(`^REDIS_URL: the Redis at 127\\.0\\.0\\.1:${port} cannot be used`));
  await expect(redis).rejects.not.toThrow(/hidden/);
});

test.each([
  ["redis_version:6.0.16\r\nmaxmemory_policy:noeviction\r\n", "6.0.16"],
  ["redis_version:5.0.7\r\n", "5.0.7"],
])("a Redis that is too old is refused with one sentence", async (info, version) => {
  const url = await fakeRedis(info);

  await expect(checkGivenRedis(url)).rejects.toThrow(`REDIS_URL names Redis ${version} at`);
  await expect(checkGivenRedis(url)).rejects.toThrow(/Redis 6\.2 or newer, or Valkey, is needed/);
});

test("a Redis that may evict is accepted with a warning, and Valkey by its own version", async () => {
  const evicting = await fakeRedis("redis_version:7.4.0\r\nmaxmemory_policy:allkeys-lru\r\n");
  const valkey = await fakeRedis("redis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.0.1\r\n");

  expect((await checkGivenRedis(evicting)).description).toMatch(/set its maxmemory-policy to noeviction/);
  expect((await checkGivenRedis(valkey)).description).toMatch(/^Valkey 8\.0\.1 at/);
});
