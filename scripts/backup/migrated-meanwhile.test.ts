import { MongoClient } from "mongodb";
import { expect, inject, onTestFinished, test } from "vitest";
import { databaseVersion } from "#shared/runtime/migrated.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { migrateForTests } from "../migrate/testing/migrate-for-tests.ts";
import { openForBackups } from "./testing/opened.ts";

test("a restore goes on where somebody starts a migration meanwhile, which is refused", async () => {
  const mongodbUri = inject("mongodbUri");
  const client = new MongoClient(mongodbUri);
  onTestFinished(() => client.close());
  const opened = await openForBackups(client, mongodbUri, serviceConfig().JWT_SECRET);
  onTestFinished(opened.stop);
  const { to } = await opened.backUp();
  const has = async (name: string) => (await opened.db.listCollections({ name }).toArray()).length > 0;

  const restoring = opened.restore(to, { replace: true });
  while ((await has("migrations")) || !(await has("users"))) await new Promise(setImmediate);
  await expect(migrateForTests(mongodbUri, opened.database)).rejects.toThrow("The database is at version 0");
  await restoring;

  expect(await opened.db.collection("migrations").findOne()).toMatchObject({ version: databaseVersion });
});
