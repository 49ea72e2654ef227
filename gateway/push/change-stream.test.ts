import { ObjectId } from "mongodb";
import { expect, test, vi } from "vitest";
import type { CollectionName } from "#shared/runtime/collections.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aProfile, aUser } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpDatabase } from "../../migrations/testing/test-databases.ts";
import { createMetrics } from "../http/metrics.ts";
import { defaultLimits } from "../limits.ts";
import type { Change } from "../parts.ts";
import { createChangeFeed } from "./change-stream.ts";

const log = createLogger("gateway", "silent");

const mongo = setUpDatabase();

const machine = () => aMachine({ vendingMachineId: `VM-${new ObjectId().toHexString()}` });
const openFeed = () => createChangeFeed({ mongo, log, metrics: createMetrics(), limits: defaultLimits });

test("what a majority does not have yet when the feed starts is loaded or told, whatever comes first", async () => {
  const { machines } = mongo.collections;
  for (let round = 0; round < 20; round += 1) {
    const feed = openFeed();
    const told = new Set<string>();
    feed.on("machines", ({ id }) => {
      told.add(id.toHexString());
    });
    // Of a set of one, the journal is the majority: such writes are seen by the primary up to 100 ms before.
    const unsettled = [machine(), machine(), machine()];
    for (const one of unsettled) await machines.insertOne(one, { writeConcern: { w: 1, journal: false } });
    await feed.start();
    const { found } = await mongo.readAsOf((session) => machines.find({}, { session }).toArray());
    await feed.follow();
    const marker = machine();
    await machines.insertOne(marker);
    await eventually(() => expect(told).toContain(marker._id.toHexString()));
    await feed.stop();

    const loaded = new Set(found.map(({ _id }) => _id.toHexString()));
    const missed = unsettled.filter(({ _id }) => !loaded.has(_id.toHexString()) && !told.has(_id.toHexString()));
    expect({ round, missed: missed.length }).toEqual({ round, missed: 0 });
  }
});

test("what is written between the start and the following is told, and only what somebody listens to is followed", async () => {
  const watch = vi.spyOn(mongo.db, "watch");
  const feed = openFeed();
  await feed.start();
  const [early, late] = [machine(), machine()];
  await mongo.collections.machines.insertOne(early);
  const told: Change["id"][] = [];
  feed.on("machines", ({ id }) => {
    told.push(id);
  });
  await feed.follow();
  await mongo.collections.productProfiles.insertOne(aProfile());
  await mongo.collections.machines.insertOne(late);

  await eventually(() => expect(told).toEqual([early._id, late._id]));
  await feed.stop();
  const followed = JSON.stringify(watch.mock.calls[0]?.[0]);
  const unheard: CollectionName[] = ["productProfiles", "containers", "sessionRows"];
  expect(followed).toContain('"ns.coll":{"$in":["machines"]}');
  expect(unheard.filter((name) => followed.includes(name))).toEqual([]);
  watch.mockRestore();
});

test("that a worker took into account what an order is counted as is told to nobody", async () => {
  const { orders } = mongo.collections;
  const order = anOrder(aUser(), machine(), { movedFrom: "processing" });
  await orders.insertOne(order);
  const feed = openFeed();
  const told: Change["id"][] = [];
  feed.on("orders", ({ id }) => {
    told.push(id);
  });
  await feed.start();
  await feed.follow();

  await orders.updateOne({ _id: order._id }, { $unset: { movedFrom: true } });
  await orders.updateOne({ _id: order._id }, { $set: { movedFrom: "processing", status: "payment failed" } });
  await orders.updateOne({ _id: order._id }, { $set: { paymentId: "pay_1" }, $unset: { movedFrom: true } });
  const marker = anOrder(aUser(), machine());
  await orders.insertOne(marker);

  await eventually(() => expect(told).toContainEqual(marker._id));
  expect(told).toEqual([order._id, order._id, marker._id]);
  await feed.stop();
});
