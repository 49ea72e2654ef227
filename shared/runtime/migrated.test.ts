import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { eventually } from "../testing/eventually.ts";
import { createLogger } from "./logger.ts";
import { databaseVersion, migrated } from "./migrated.ts";
import type { MigrationsDocument } from "./upkeep.document.ts";

const log = createLogger("gateway", "silent");
let asMigrated: MigrationsDocument;
const mongo = setUpDatabase();
beforeAll(async () => {
  asMigrated = (await mongo.collections.migrations.findOne({ _id: "database" })) as MigrationsDocument;
});
beforeEach(() => mongo.collections.migrations.replaceOne({ _id: "database" }, asMigrated, { upsert: true }));

const set = (change: object) => mongo.collections.migrations.updateOne({ _id: "database" }, { $set: change });
const start = () => migrated(mongo.collections, log);
const inAMinute = () => ({ holder: "elsewhere", until: new Date(Date.now() + 60_000) });

test("a service starts on a database that is migrated", async () => {
  await start();
});

test("it refuses one that is newer, even while that one is migrated", async () => {
  await set({ version: databaseVersion + 1, lease: inAMinute() });
  await expect(start()).rejects.toThrow(`at version ${databaseVersion + 1}, newer than this Cansole`);
});

test("it refuses one that was never migrated, and says what to do", async () => {
  await mongo.collections.migrations.deleteMany({});
  await expect(start()).rejects.toThrow(
    `The database is not migrated: it is at version 0, and this Cansole needs version ${databaseVersion}. ` +
      "Run `npm run migrate` (in containers the service `migrate`) once, then start this again.",
  );
});

test("it refuses one that lacks an index which it declares", async () => {
  await set({ "indexes.sessions": ["queue", "byMachine"] });
  await expect(start()).rejects.toThrow("these indexes were not made: sessions.oneTurn. Run `npm run migrate`");
});

test("it waits while somebody migrates, and starts when that is done", async () => {
  const warned = vi.spyOn(log, "warn");
  await set({ version: 0, lease: inAMinute() });
  let isUp = false;
  const starting = start().then(() => {
    isUp = true;
  });
  await eventually(() => expect(warned).toHaveBeenCalledOnce());
  expect(isUp).toBe(false);
  await set({ version: databaseVersion, lease: null });
  await starting;
});

test("the moment in which one that died is taken over is no reason to end", async () => {
  const warned = vi.spyOn(log, "warn");
  warned.mockClear();
  await set({ version: 0, lease: { holder: "elsewhere", until: new Date(Date.now() - 100) } });
  const starting = start();
  await eventually(() => expect(warned).toHaveBeenCalled());
  await set({ version: databaseVersion, lease: null });
  await starting;
});

test("one that died while it migrated, and whom nobody follows, is not waited for", async () => {
  await set({ version: 0, lease: { holder: "elsewhere", until: new Date(Date.now() - 60_000) } });
  await expect(start()).rejects.toThrow("The database is not migrated");
});
