import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSilentLine, type SilentLine } from "../../scripts/testing/silent-line.ts";
import { startSingleStores } from "../../scripts/testing/single-stores.ts";
import { eventually } from "../testing/eventually.ts";
import { setUp } from "../testing/set-up.ts";
import { connectMongo, type Mongo } from "./mongo.ts";

const stores = setUp(startSingleStores);
let line: SilentLine;
let mongo: Mongo;
let direct: Mongo;
beforeEach(async () => {
  line = await openSilentLine(stores.mongodbUri.replace("mongodb://", "http://"));
  const database = `s${randomBytes(6).toString("hex")}`;
  // The set's own address would lead past the line.
  mongo = await connectMongo(`mongodb://${line.host}/?directConnection=true`, { database });
  direct = await connectMongo(stores.mongodbUri, { database });
});
afterEach(async () => {
  await direct.db.dropDatabase();
  await direct.close();
  await mongo.client.close(true);
  await line.stop();
});
const regionOf = (name: string) => ({ name }) as never;

test("connections that fall silent are replaced, and an answer comes within the limits", async () => {
  await Promise.all(Array.from({ length: 20 }, () => mongo.db.command({ ping: 1 })));
  expect(line.silence()).toBeGreaterThan(1);

  // Each would cost five seconds and more, one after another.
  await eventually(async () => expect((await mongo.db.command({ ping: 1 })).ok).toBe(1));
});

test("a write that is under way when its connection falls silent is done once", async () => {
  const regions = direct.collections.regions;
  await mongo.db.command({ ping: 1 });
  line.silence();

  await mongo.collections.regions.insertOne(regionOf("North")).catch(() => undefined);
  await eventually(async () => expect((await mongo.db.command({ ping: 1 })).ok).toBe(1));

  // The driver repeats it over the next connection, under the same number; what lay in the line does nothing more.
  line.speak();
  await eventually(async () => expect(await regions.countDocuments({ name: "North" })).toBe(1));
});

test("calls of one moment make their connections together, not two at a time", async () => {
  await mongo.db.command({ ping: 1 });
  line.silence({ newOnes: true });
  const before = line.connections();

  const calls = Array.from({ length: 40 }, () => mongo.db.command({ ping: 1 }).catch(() => undefined));

  await eventually(() => expect(line.connections() - before).toBeGreaterThanOrEqual(20));
  line.speak();
  await Promise.all(calls);
});
