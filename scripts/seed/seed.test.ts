import { ObjectId } from "mongodb";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { Collections } from "#shared/runtime/collections.ts";
import { createSecrets } from "#shared/runtime/secrets.ts";
import { aProduct } from "#shared/runtime/testing/stored-records.ts";
import { openDatabase, type TestDatabase } from "../migrate/testing/test-databases.ts";
import { seed } from "../seed.ts";
import { demoUnits } from "./demo-units.ts";
import { demoSteps } from "./lay-out.ts";

const jwtSecret = "the secret of this trial, long enough to be one";
const opened: TestDatabase[] = [];
let mongo: TestDatabase;
let said: string[];

const sow = (secret = jwtSecret) =>
  seed({
    mongodbUri: inject("mongodbUri"),
    database: mongo.db.databaseName,
    jwtSecret: secret,
    pastOrders: 40,
    say: (line) => said.push(line),
  });

/** Everything that the seed writes, in an order of its own. */
const everything = async () => {
  const names = demoSteps(mongo.collections, jwtSecret, 0).map(({ name }) => name);
  const found = await Promise.all(
    names.map(async (name) => [name, await mongo.db.collection(name).find().sort({ _id: 1 }).toArray()] as const),
  );
  return Object.fromEntries(found);
};
const idsOf = (all: Awaited<ReturnType<typeof everything>>) =>
  Object.fromEntries(Object.entries(all).map(([name, records]) => [name, records.map(({ _id }) => String(_id))]));

const open = async (): Promise<void> => {
  said = [];
  mongo = await openDatabase(inject("mongodbUri"));
  opened.push(mongo);
};
const giveBack = async (): Promise<void> => {
  for (const one of opened.splice(0)) await one.giveBack();
};
/** Each test of a describe has a database of its own. */
const openEach = (): void => {
  beforeEach(open);
  afterEach(giveBack);
};

describe("the demo network", () => {
  let simulated: Awaited<ReturnType<typeof sow>>["simulated"];
  let network: Awaited<ReturnType<typeof everything>>;
  beforeAll(async () => {
    await open();
    ({ simulated } = await sow());
    network = await everything();
  });
  afterAll(giveBack);

  test("has 24 machines: 21 live, two silent, one without a unit, one deactive, and two units that wait", () => {
    const { machines, units, registrationRequests, lastSeen, regions, productProfiles, products, users } = network;
    expect(machines).toHaveLength(24);
    expect(machines?.filter(({ active }) => !active)).toHaveLength(1);
    expect(units).toHaveLength(23);
    expect(simulated).toHaveLength(21);
    expect(registrationRequests).toHaveLength(2);
    expect([regions?.length, productProfiles?.length]).toEqual([4, 4]);
    expect(products?.filter(({ productType }) => productType === "product")).toHaveLength(8);
    expect(products?.filter(({ productType }) => productType === "deposit").map(({ brand }) => brand)).toEqual([
      "Refundable Deposit",
    ]);
    const silent = units?.filter(({ serialNumber }) => !simulated.some((one) => one.serialNumber === serialNumber));
    expect(silent?.map(({ serialNumber }) => serialNumber).sort()).toEqual(lastSeen?.map(({ _id }) => _id).sort());
    for (const { lastSeen: at } of lastSeen ?? []) expect(Date.now() - at.getTime()).toBeGreaterThan(3_600_000);
    expect(users?.filter(({ role }) => role === "staff")).toHaveLength(1);
    expect(users?.filter(({ role }) => role === "customer")).toHaveLength(306);
    expect(users?.filter(({ role }) => role === "admin")).toHaveLength(0);
  });

  test("is consistent: each machine's profile is in exactly one region and its unit is no other machine's", () => {
    const { machines = [], units = [], regions = [], productProfiles = [] } = network;
    for (const machine of machines) {
      expect(productProfiles.some(({ _id }) => _id.equals(machine.profile))).toBe(true);
      expect(regions.filter(({ profiles }) => String(profiles).includes(String(machine.profile)))).toHaveLength(1);
    }
    for (const unit of units) {
      const machine = machines.find(({ _id }) => _id.equals(unit.machine));
      expect(machine?.vendingMachineId).toBe(unit.vendingMachineId);
    }
    expect(new Set(units.map(({ machine }) => String(machine))).size).toBe(units.length);
  });

  test("keeps the profile rules: discounts, amounts and priorities", () => {
    for (const { brands } of network.productProfiles ?? []) {
      for (const kind of ["bundle", "unit"] as const) {
        const blocks = brands.map((entry: Record<string, { priority: number }>) => entry[kind]);
        expect(new Set(blocks.map(({ priority }: { priority: number }) => priority)).size).toBe(blocks.length);
      }
      for (const { price, bundle, unit } of brands) {
        for (const block of [bundle, unit]) {
          expect(block.discountPrice).toBeLessThanOrEqual(price);
          expect(Number.isInteger(block.discountPrice)).toBe(true);
          expect(block.maxPurchase).toBeGreaterThanOrEqual(block.minPurchase);
          expect(block.incrementBy).toBeLessThanOrEqual(block.maxPurchase);
        }
      }
    }
  });

  test("lets each simulated unit sign in with a secret that is stored nowhere in clear", () => {
    const { units = [] } = network;
    const { matches } = createSecrets(jwtSecret);
    for (const { serialNumber, secret } of simulated) {
      const unit = units.find((one) => one.serialNumber === serialNumber);
      expect(matches(secret, unit?.secretHash)).toBe(true);
      expect(JSON.stringify(units)).not.toContain(secret);
    }
    expect(new Set(simulated.map(({ secret }) => secret)).size).toBe(21);
  });
});

describe("seeding again", () => {
  openEach();

  test("changes nothing, and answers the same units", async () => {
    const first = await sow();
    const before = await everything();

    const second = await sow();

    expect(await everything()).toEqual(before);
    expect(second).toEqual(first);
  });

  test("brings back nothing that an operator has removed or changed", async () => {
    await sow();
    const [serialNumber] = demoUnits(jwtSecret).map((unit) => unit.serialNumber);
    await mongo.collections.units.deleteOne({ serialNumber });
    await mongo.collections.machines.updateOne({ vendingMachineId: "KOC-ERN-01" }, { $set: { name: "Renamed" } });

    await sow();

    expect(await mongo.collections.units.countDocuments()).toBe(22);
    expect(await mongo.collections.machines.findOne({ vendingMachineId: "KOC-ERN-01" })).toMatchObject({
      name: "Renamed",
    });
  });

  test("after the installation's secret has changed lets the simulated units in again", async () => {
    await sow();
    const [changedByHand] = demoUnits(jwtSecret);
    await mongo.collections.units.updateOne(
      { serialNumber: changedByHand?.serialNumber },
      { $set: { secretHash: "by hand" }, $inc: { rev: 1 } },
    );

    const other = "another secret for the same data, as long as that";
    const { simulated } = await sow(other);

    const { matches } = createSecrets(other);
    for (const { serialNumber, secret } of simulated) {
      const unit = await mongo.collections.units.findOne({ serialNumber });
      expect(matches(secret, unit?.secretHash ?? "")).toBe(serialNumber !== changedByHand?.serialNumber);
    }
  });

  test.each(demoSteps({} as Collections, jwtSecret, 0).map(({ name }, index) => ({ name, index })))(
    "finishes one that was killed while it laid out $name",
    async ({ name, index }) => {
      await mongo.collections.seeds.insertOne({ _id: "demo network", state: "started" });
      const steps = demoSteps(mongo.collections, jwtSecret, Date.now());
      for (const { add } of steps.slice(0, index + 1)) await add();
      const half = await mongo.db.collection(name).find().limit(1).toArray();
      await mongo.db.collection(name).deleteMany({ _id: { $in: half.map(({ _id }) => _id) } });
      const stood = await everything();

      const { simulated } = await sow();

      const now = await everything();
      for (const [kept, records] of Object.entries(stood)) {
        const byId = new Map(now[kept]?.map((record) => [String(record._id), record]));
        expect(records.map(({ _id }) => byId.get(String(_id)))).toEqual(records);
      }
      expect(simulated).toHaveLength(21);
      expect(Object.fromEntries(Object.entries(now).map(([key, { length }]) => [key, length]))).toMatchObject({
        machines: 24,
        units: 23,
        registrationRequests: 2,
        products: 9,
        productProfiles: 4,
        regions: 4,
        lastSeen: 2,
      });
      expect(await mongo.collections.seeds.distinct("state")).toEqual(["done"]);
    },
  );

  test("gives the same ids in every database", async () => {
    await sow();
    const first = idsOf(await everything());
    mongo = await openDatabase(inject("mongodbUri"));
    opened.push(mongo);
    await sow();

    expect(idsOf(await everything())).toEqual(first);
  });

  test("two starts at once make one network", async () => {
    const answers = await Promise.all([sow(), sow(), sow()]);

    const { machines, units } = await everything();
    expect([machines?.length, units?.length]).toEqual([24, 23]);
    expect(answers.map(({ simulated }) => simulated.length)).toEqual([21, 21, 21]);
  });
});

describe("a database that is somebody's own", () => {
  openEach();

  test("is left alone, and no unit is simulated", async () => {
    await mongo.collections.products.insertOne(aProduct({ brand: "Own" }));

    const { simulated } = await sow();

    expect(simulated).toEqual([]);
    expect(await mongo.collections.machines.countDocuments()).toBe(0);
    expect(await mongo.collections.seeds.countDocuments()).toBe(0);
    expect(said.join()).toContain("holds a network already");
  });

  test("counts as empty while only its first admin stands there", async () => {
    await mongo.collections.users.insertOne({
      _id: new ObjectId(),
      phone: "9876543210",
      name: "Admin",
      email: "",
      role: "admin",
      suspend: false,
      needDeposit: false,
      needSecurityDeposit: false,
      password: null,
      createdAt: new Date(),
      rev: 0,
    });

    expect((await sow()).simulated).toHaveLength(21);
    expect(await mongo.collections.users.countDocuments({ role: "admin" })).toBe(1);
  });
});
