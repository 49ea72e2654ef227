import { expect, test } from "vitest";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { ConfigError } from "./config.ts";
import { demoMarker, refuseOtherUse, refuseProductionData } from "./demo-marker.ts";

const mongo = setUpDatabase();

test("production refuses a database in which a trial laid out its demo network; a trial does not", async () => {
  await mongo.collections.seeds.deleteMany({});
  await mongo.collections.seeds.insertOne({ _id: demoMarker, state: "started" });

  const refused = refuseOtherUse({ trial: false }, mongo.collections);
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow("MONGODB_URI names a database with the demo network of a trial");
  await refuseOtherUse({ trial: true }, mongo.collections);
});

test("a trial and its seed refuse a database that production has used; production starts on it again", async () => {
  await mongo.collections.seeds.deleteMany({});
  await refuseOtherUse({ trial: true }, mongo.collections);
  await refuseProductionData(mongo.collections);

  await refuseOtherUse({ trial: false }, mongo.collections);

  await refuseOtherUse({ trial: false }, mongo.collections);
  for (const refuse of [
    () => refuseOtherUse({ trial: true }, mongo.collections),
    () => refuseProductionData(mongo.collections),
  ]) {
    const refused = refuse();
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow("MONGODB_URI names a database that production has used");
  }
});
