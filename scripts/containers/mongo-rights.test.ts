import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { type Document, MongoClient, ObjectId } from "mongodb";
import { expect, onTestFinished, test } from "vitest";
import { environment } from "#shared/runtime/config.ts";
import { retentionOf } from "#shared/runtime/retention.ts";
import { aUnit } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { gatewayOfTest } from "../../gateway/testing/gateway-under-test.ts";
import { createWatchers } from "../../gateway/testing/watcher.ts";
import { backUp } from "../backup/back-up.ts";
import { restore } from "../backup/restore.ts";
import { migrate } from "../migrate/migrate.ts";
import { findEngine } from "../services/find.ts";
import { startKeeper } from "../services/keeper.ts";
import { startOwn } from "../services/own-server.ts";
import { temporaryFolder } from "../testing/temporary.ts";

/** As docker-compose.yml gives them to the user of Cansole. */
const ready = readFileSync(join(import.meta.dirname, "mongo-ready.js"), "utf8");
const rights: Document = runInNewContext(`(${/const rights = (\{.*?\n\});/s.exec(ready)?.[1]})`);

const initiated = async (port: number): Promise<void> => {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
  try {
    const { setName, isWritablePrimary } = await client.db("admin").command({ hello: 1 });
    if (!setName) await client.db("admin").command({ replSetInitiate: { _id: "rs0", members: [host(port)] } });
    if (!isWritablePrimary) throw new Error("it has not become primary yet");
  } finally {
    await client.close();
  }
};
const host = (port: number) => ({ _id: 0, host: `127.0.0.1:${port}` });

/** A mongod that requires authentication, as the container's does; resolves to the URI of the user of Cansole. */
const mongo = setUp(
  async () => {
    const folder = await temporaryFolder("rights");
    const keyFile = join(folder.path, "members.key");
    await writeFile(keyFile, randomBytes(48).toString("base64"), { mode: 0o600 });
    const keeper = await startKeeper({ hold: folder.path });
    const env = { ...process.env, MONGODB_URI: undefined };
    const say = () => undefined;
    const engine = await findEngine("mongo", { env, enginesDir: join(import.meta.dirname, "../../.engines"), say });
    const { port } = await startOwn(
      { engine, keeper, dataDir: folder.path, env, say },
      {
        folder: "mongo",
        args: (at, directory) => [
          ...["--replSet", "rs0", "--keyFile", keyFile, "--dbpath", directory, "--port", `${at}`],
          ...["--bind_ip", "127.0.0.1", "--nounixsocket", "--wiredTigerCacheSizeGB", "0.25", "--oplogSize", "64"],
          ...["--setParameter", "shutdownTimeoutMillisForSignaledShutdown=0", "--quiet"],
        ],
        answers: initiated,
        url: (at) => `mongodb://127.0.0.1:${at}`,
      },
    );
    const reached = `127.0.0.1:${port}/cansole?replicaSet=rs0&authSource=admin`;
    const nobody = new MongoClient(`mongodb://${reached}`);
    await nobody.db("admin").command({ createUser: "admin", pwd: "4dm1n", roles: ["root"] });
    await nobody.close();
    const admin = new MongoClient(`mongodb://admin:4dm1n@${reached}`);
    await admin.db("admin").command({ createRole: "cansole", ...rights });
    await admin.db("admin").command({ createUser: "cansole", pwd: "0wn", roles: ["cansole"] });
    await admin.close();
    const stop = async () => {
      await keeper.stop();
      await folder.remove();
    };
    return { uri: `mongodb://cansole:0wn@${reached}`, stop };
  },
  ({ stop }) => stop(),
);

test("the rights of the container's user suffice for migrations and a gateway, and for no other database", async () => {
  const said: string[] = [];
  const order = { mongodbUri: mongo.uri, say: (line: string) => said.push(line) };
  await migrate({ ...order, retention: retentionOf(environment.parse({})) });
  // Times of indexes and of time-series are changed in place.
  await migrate({ ...order, retention: retentionOf(environment.parse({ HISTORY_DAYS: "60", COMMANDS_DAYS: "60" })) });
  expect(said.join("\n")).toContain("pre-images are deleted after 10 minutes");
  expect(said.join("\n")).toContain("60 days");

  const gateway = await gatewayOfTest({
    beside: { database: "cansole", prefix: `r${randomBytes(6).toString("hex")}` },
    env: { MONGODB_URI: mongo.uri },
  });
  const watchers = createWatchers(gateway);
  onTestFinished(watchers.closeAll);
  const unit = aUnit({ _id: new ObjectId(), vendingMachineId: "VM-1" });
  await gateway.stores.units.insertOne(unit);
  // Only the picture of the unit before its change says whom it left.
  const left = await watchers.watchAs([`machine/${unit.machine?.toHexString()}`]);
  await gateway.parts.mongo.inTransaction(async (session) => {
    await gateway.stores.units.updateOne({ _id: unit._id }, { $set: { machine: new ObjectId() } }, { session });
  });
  await eventually(() => expect(left.heard.at(-1)).toMatchObject({ name: "unit.changed" }));
  await eventually(async () => expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200));

  const elsewhere = new MongoClient(mongo.uri);
  onTestFinished(() => elsewhere.close());
  await expect(elsewhere.db("other").collection("any").insertOne({})).rejects.toThrow("not authorized");
  await expect(elsewhere.db("admin").collection("system.users").findOne()).rejects.toThrow("not authorized");
});

test("they suffice for a backup and for its restore", async () => {
  const order = { mongodbUri: mongo.uri, say: () => undefined };
  await migrate({ ...order, retention: retentionOf(environment.parse({})) });
  const folder = await temporaryFolder("rights-backup");
  onTestFinished(folder.remove);
  const to = join(folder.path, "backup");
  await backUp({ ...order, folder: to, jwtSecret: undefined, dataDir: null, version: "1.0.0" });

  const { collections } = await restore({ ...order, folder: to, replace: true, dataDir: null });

  expect(collections.map(({ name }) => name)).toContain("liveHistory");
});
