import { expect, test } from "vitest";
import { setUpDatabase } from "../../migrations/testing/test-databases.ts";
import { ConfigError } from "./config.ts";
import { demoMarker, refuseDemoData } from "./demo-marker.ts";

const mongo = setUpDatabase();

test("production refuses a database in which a trial laid out its demo network; a trial does not", async () => {
  await refuseDemoData({ trial: false }, mongo.collections);

  await mongo.collections.seeds.insertOne({ _id: demoMarker, state: "started" });

  const refused = refuseDemoData({ trial: false }, mongo.collections);
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow("MONGODB_URI names a database with the demo network of a trial");
  await refuseDemoData({ trial: true }, mongo.collections);
});
