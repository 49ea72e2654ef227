import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { connectMigrated } from "../../migrations/testing/migrate-for-tests.ts";
import { ConfigError } from "./config.ts";
import { demoMarker, refuseDemoData } from "./demo-marker.ts";
import type { Mongo } from "./mongo.ts";

let mongo: Mongo;
beforeAll(async () => {
  mongo = await connectMigrated(inject("mongodbUri"), {
    database: `t${randomBytes(6).toString("hex")}`,
    appName: "test",
  });
});
afterAll(async () => {
  await mongo.db.dropDatabase();
  await mongo.close();
});

test("production refuses a database in which a trial laid out its demo network; a trial does not", async () => {
  await refuseDemoData({ trial: false }, mongo.collections);

  await mongo.collections.seeds.insertOne({ _id: demoMarker, state: "started" });

  const refused = refuseDemoData({ trial: false }, mongo.collections);
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow("MONGODB_URI names a database with the demo network of a trial");
  await refuseDemoData({ trial: true }, mongo.collections);
});
