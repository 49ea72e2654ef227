import { appendFile, cp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Redis } from "ioredis";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ProcessDocument } from "#shared/health/health.document.server.ts";
import { newUnitKeys } from "#shared/registration/sealed-credentials.server.ts";
import { environment } from "#shared/runtime/config.ts";
import { trialPayments } from "#shared/runtime/config-payments.ts";
import { retentionOf } from "#shared/runtime/retention.ts";
import { createSecrets } from "#shared/runtime/secrets.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { eventually, until } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import {
  connectRequesting,
  connectUnit,
  heardOn,
  secretsHeard,
} from "../../gateway/machine-link/testing/link-under-test.ts";
import { type GatewayUnderTest, startGatewayUnderTest, unhurried } from "../../gateway/testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../gateway/testing/network.ts";
import { createTakes } from "../../workers/transactions/takes.ts";
import { startTrialBank } from "../payment-provider/testing/trial-bank.ts";
import { startPrivateServices } from "../testing/private-services.ts";
import { temporaryFolder } from "../testing/temporary.ts";
import { backUp } from "./back-up.ts";
import { completeRestore, refuseWhileReporting, refuseWhileRunning } from "./complete-restore.ts";
import { printOf } from "./manifest.ts";
import { contentsOf, type Opened, openForBackups } from "./testing/opened.ts";
import { paid, sell } from "./testing/selling.ts";

const { JWT_SECRET: jwtSecret } = serviceConfig();
const timeZone = "Asia/Kolkata";
/** The MongoDB of all tests keeps a moment for a few seconds only. */
const stores = setUp(startPrivateServices);
let client: MongoClient;
beforeAll(() => {
  client = new MongoClient(stores.mongodbUri);
});
afterAll(() => client.close());

const openOne = (): Promise<Opened> => openForBackups(client, stores.mongodbUri, jwtSecret);
const open = async (): Promise<Opened> => {
  const opened = await openOne();
  onTestFinished(opened.stop);
  return opened;
};

const startGateway = async ({ database }: Opened, provider: string): Promise<GatewayUnderTest> =>
  startGatewayUnderTest({
    beside: { database, prefix: database },
    stores,
    limits: unhurried,
    env: { ...trialPayments, PAYMENT_BASE_URL: provider },
  });

/** Two units: one that has its secret, and one that has not fetched it yet. */
const addUnits = async (gateway: GatewayUnderTest) => {
  const secrets = createSecrets(jwtSecret);
  const keys = newUnitKeys();
  const until = new Date(gateway.parts.clock.now() + 3_600_000);
  const own = await addUnit(gateway.parts, await addMachine(gateway.parts));
  const waiting = await addUnit(gateway.parts, await addMachine(gateway.parts), {
    secretHash: secrets.hash("its own secret"),
    sealedSecret: { box: secrets.seal("its own secret"), until },
    key: keys.key,
  });
  return { own, waiting, keys };
};

test("a system that sells while it is backed up is destroyed and restored: its books agree, its units sign in, and it sells again", async () => {
  const opened = await open();
  let url = "";
  const provider = await startTrialBank(() => url);
  onTestFinished(provider.close);
  const before = await startGateway(opened, provider.url);
  url = before.url;
  const units = await addUnits(before);
  const redis = new Redis(stores.redisUrl);
  onTestFinished(() => redis.disconnect());
  const selling = await sell(before, provider.url);
  await selling.until(3);

  const { to, manifest } = await opened.backUp();
  await selling.until((await paid(before)) + 1);

  await expect(refuseWhileRunning(redis, opened.database)).rejects.toThrow("Cansole is running on this Redis");
  await selling.stop();
  await before.stop();
  await refuseWhileRunning(redis, opened.database);
  await opened.db.dropDatabase();
  await redis.set(`${opened.database}:left-behind`, "of before");

  await opened.restore(to);
  // As other tools restore it.
  await opened.db.collection("logins").insertOne({ endedAt: null });
  const said: string[] = [];
  const found = await completeRestore({
    mongodbUri: stores.mongodbUri,
    database: opened.database,
    redis,
    prefix: opened.database,
    timeZone,
    retention: retentionOf(environment.parse({})),
    say: (line) => said.push(line),
  });

  expect(said.join("\n")).toMatch(/They agree\.$/);
  expect(found).toBe(0);
  expect(await redis.exists(`${opened.database}:left-behind`)).toBe(0);
  expect(manifest.secretPrint).toBe(printOf(jwtSecret));
  const after = await startGateway(opened, provider.url);
  onTestFinished(after.stop);
  url = after.url;
  const { orders, containers, canTransactions, logins } = after.stores;
  expect(await orders.countDocuments()).toBe(manifest.collections.find(({ name }) => name === "orders")?.documents);
  // The moment of the backup may lie between the writes of one can: the workers complete them.
  await createTakes({ mongo: after.parts.mongo, log: after.parts.log }).sweep();
  // A can that came out has left its container, and no other has.
  const out = await canTransactions.countDocuments({ status: "opened", containerDue: null });
  expect(await containers.countDocuments({ isEmpty: true })).toBe(out);
  expect(await logins.countDocuments()).toBe(0);
  await connectUnit(after, units.own);
  const { serialNumber } = units.waiting;
  const line = await connectRequesting(after, serialNumber, units.keys.key);
  await until("its credentials", () => heardOn(line, "credentials").length > 0);
  expect(secretsHeard(line, serialNumber, units.keys)[0]).toBe("its own secret");

  const sellingAgain = await sell(after, provider.url);
  await sellingAgain.until((await paid(after)) + 1);
  await sellingAgain.stop();
}, 480_000);

test("every value, option and index is restored as it was, numbers of each kind too", async () => {
  const opened = await open();
  const { Double, Int32, Long, Decimal128 } = await import("mongodb");
  const kinds = {
    whole: new Double(5),
    int: new Int32(5),
    long: Long.fromNumber(5),
    exact: Decimal128.fromString("5"),
  };
  await opened.db.collection("products").insertOne({ ...kinds, bytes: Buffer.from("abc"), at: new Date(0), of: /a/i });
  const history = { receivedAt: new Date(), meta: { unit: "CU-1", machine: null }, strength: -67 };
  await opened.db.collection("liveHistory").insertMany([history, { ...history, receivedAt: new Date(1e12 + 5e11) }]);
  await opened.db.collection("somebodys").createIndex({ a: 1 }, { unique: true, collation: { locale: "en" } });
  const before = await contentsOf(opened);
  const { to } = await opened.backUp();

  await opened.restore(to, { replace: true });

  expect(await contentsOf(opened)).toEqual(before);
});

describe("a backup of a new database with one record more", () => {
  const made = setUp(
    async () => {
      const opened = await openOne();
      await opened.db.collection("brands").insertOne({ name: "Earlier" });
      return { opened, ...(await opened.backUp()) };
    },
    ({ opened }) => opened.stop(),
  );

  test("a database that is not empty is replaced only where that is wanted", async () => {
    const { opened, to } = made;
    await opened.db.collection("brands").insertOne({ name: "Later" });

    await expect(opened.restore(to)).rejects.toThrow(
      `The database ${opened.database} is not empty (brands has documents): restore into an empty one, or give --replace`,
    );
    expect(await opened.db.collection("brands").countDocuments()).toBe(2);
    await opened.restore(to, { replace: true });
    expect(await opened.db.collection("brands").distinct("name")).toEqual(["Earlier"]);
  });

  test("a restore is refused while a worker runs, which listens to no signals; one that was killed does not hinder it", async () => {
    const { opened } = made;
    const processes = opened.db.collection<ProcessDocument>("processes");
    const report = () =>
      processes.updateOne(
        { _id: "w" },
        { $set: { kind: "workers", host: "here" }, $currentDate: { seenAt: true } },
        { upsert: true },
      );
    await report();
    const reporting = setInterval(report, 50);
    onTestFinished(() => clearInterval(reporting));

    await expect(refuseWhileReporting(stores.mongodbUri, opened.database)).rejects.toThrow(
      "Cansole is running on this database (workers at here): stop all",
    );
    clearInterval(reporting);
    await eventually(() => refuseWhileReporting(stores.mongodbUri, opened.database, 300));
    await processes.deleteOne({ _id: "w" });
  });

  test("a backup that is damaged, not complete or of a newer Cansole is refused before anything is changed", async () => {
    const { opened, to, manifest } = made;
    await opened.db.collection("brands").insertOne({ name: "Still there" });
    const copy = (name: string) =>
      cp(to, join(opened.folder, name), { recursive: true }).then(() => join(opened.folder, name));
    const [damaged, incomplete, unfinished, newer] = [
      await copy("damaged"),
      await copy("incomplete"),
      await copy("unfinished"),
      await copy("newer"),
    ];
    await appendFile(join(damaged, "brands.bson.gz"), "x");
    await rm(join(incomplete, "brands.bson.gz"));
    await rm(join(unfinished, "backup.json"));
    const text = JSON.stringify({ ...manifest, databaseVersion: manifest.databaseVersion + 1 });
    await writeFile(join(newer, "backup.json"), text);

    const refused = (from: string) => expect(opened.restore(from, { replace: true })).rejects;
    await refused(damaged).toThrow("brands.bson.gz has changed since it was written");
    await refused(incomplete).toThrow("is not complete: brands.bson.gz is missing");
    await refused(unfinished).toThrow("is not a complete backup: backup.json, which is written last, is missing");
    await refused(newer).toThrow("newer than this Cansole");
    expect(await opened.db.collection("brands").countDocuments()).toBe(2);
  });

  test("a folder that has something in it is left alone, and a database of others is no backup", async () => {
    const { opened, to } = made;
    const again = { ...opened.order, jwtSecret, folder: to };
    await expect(backUp(again)).rejects.toThrow("is not empty");
    const others = { ...again, database: `${opened.database}x`, folder: join(opened.folder, "others") };
    await expect(backUp(others)).rejects.toThrow("it was never migrated");
    expect(await readdir(others.folder)).toEqual([]);
  });

  test("a trial's own files go along, and nothing else of its folder", async () => {
    const { opened } = made;
    const dataDir = await temporaryFolder("data");
    onTestFinished(dataDir.remove);
    await writeFile(join(dataDir.path, "jwt-secret"), "the trial's");
    await writeFile(join(dataDir.path, "mongo.port"), "27017");
    const withFiles = await opened.backUp({ dataDir: dataDir.path });
    expect(withFiles.manifest.trialFiles).toEqual(["jwt-secret"]);

    const fresh = join(dataDir.path, "fresh");
    await opened.restore(withFiles.to, { replace: true, dataDir: fresh });
    expect(await readdir(fresh)).toEqual(["jwt-secret"]);
  });
});
