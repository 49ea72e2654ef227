import { expect, test } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import { aUnit } from "#shared/runtime/testing/stored-records.ts";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { forgetSecrets } from "./forget-secrets.ts";

const mongo = setUpDatabase();
const hourMs = 3_600_000;
const waiting = (ms: number) => aUnit(null, { sealedSecret: { box: "box", until: new Date(Date.now() + ms) } });

test.each([
  ["a day ahead", 25 * hourMs],
  ["a day behind", -25 * hourMs],
])("a worker whose clock is %s forgets what MongoDB's clock says is over, and nothing else", async (_, skewMs) => {
  const { units } = mongo.collections;
  const [old, young] = [waiting(-hourMs), waiting(hourMs)];
  await units.insertMany([old, young]);

  const parts = { mongo, clock: { now: () => Date.now() + skewMs }, log: createLogger("test", "silent") };
  await forgetSecrets(parts);

  expect((await units.findOne({ _id: old._id }))?.sealedSecret).toBeNull();
  expect((await units.findOne({ _id: young._id }))?.sealedSecret).toMatchObject({ box: "box" });
});
