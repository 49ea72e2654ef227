import { ObjectId } from "mongodb";
import { beforeEach, describe, expect, test } from "vitest";
import type { MachineStock } from "#shared/events/events.ts";
import { clusterTimeOf } from "#shared/runtime/mongo.ts";
import { aMachine } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { startPrivateServices } from "../../../scripts/testing/private-services.ts";
import { setUpGateway, startGatewayUnderTest } from "../../testing/gateway-under-test.ts";
import { addContainer, addMachine, addProduct } from "../../testing/network.ts";
import { setUpWatchers } from "../../testing/watcher.ts";
import { createStock } from "./stock.ts";

let machine: ObjectId;
const stores = setUp(startPrivateServices);
const quick = {
  redisMs: 500,
  stock: { gatherMs: 20, retryMs: 200, watchEveryMs: 100, checkEveryMs: 3_600_000, confirmMs: 300 },
};
const gateway = setUpGateway({ stores, limits: quick });
const watchers = setUpWatchers(gateway);
beforeEach(async () => {
  const product = await addProduct(gateway.parts, { brand: `Brand ${new ObjectId()}` });
  machine = (await addMachine(gateway.parts))._id;
  for (const channel of [1, 2, 3]) {
    await addContainer(gateway.parts, { _id: machine }, channel, { product: product._id, isEmpty: false });
  }
  await eventually(async () => expect((await held())?.stock.containers).toEqual(["1", "2", "3"]));
});

const held = () => createStock(gateway.parts).redisStock.read(`${machine}`);
const key = () => gateway.parts.keys.stock(`${machine}`);
const drifts = async () => (await gateway.parts.metrics.stockDrift.get()).values.map(({ value }) => value);
const computed = async () => (await gateway.parts.metrics.stockComputed.get()).values[0]?.value ?? 0;
const check = () => {
  if (!gateway.stock) throw new Error("this gateway keeps no stock");
  return gateway.stock.check();
};

describe("Redis that was emptied while everything runs", () => {
  test("is filled again by itself, for machines that nobody touches as well", async () => {
    const before = await held();

    await gateway.parts.redis.flushall();

    await eventually(async () => expect((await held())?.stock).toEqual(before?.stock));
  });

  test("is filled by another gateway where the one that began it was killed", async () => {
    const { redis, keys } = gateway.parts;
    const before = await held();

    await redis.multi().set(keys.stockRebuild, "killed", "PX", 1_000).del(key(), keys.stockLoaded).exec();

    await eventually(async () => expect((await held())?.stock).toEqual(before?.stock));
    await eventually(async () => expect(await redis.exists(keys.stockLoaded, keys.stockRebuild)).toBe(1));
  });

  test("and that was away meanwhile has what was changed in between", async () => {
    await stores.freeze("redis");
    await gateway.stores.containers.updateOne({ machine, channel: 2 }, { $set: { isEmpty: true, stockedOn: null } });
    // It was tried, given up, and tried again.
    const tried = await computed();
    await eventually(async () => expect(await computed()).toBeGreaterThan(tried + 1));
    stores.thaw();

    await eventually(async () => expect((await held())?.stock.containers).toEqual(["1", "3"]));
  });
});

test("while Redis is frozen screens get the stock of more machines than are computed at once", async () => {
  const screen = await watchers.watchAs(["inventory"]);
  const many = Array.from({ length: 150 }, () => aMachine({ vendingMachineId: `VM-${new ObjectId()}` }));
  const ids = many.map(({ _id }) => `${_id}`);
  await stores.freeze("redis");

  await gateway.stores.machines.insertMany(many);

  const stocks = () =>
    screen.heard.map(({ payload }) => (payload as { view?: MachineStock }).view?.vendingMachine ?? "");
  await eventually(() => expect(stocks()).toEqual(expect.arrayContaining(ids)));
  stores.thaw();
  await gateway.stores.machines.deleteMany({ _id: { $in: many.map(({ _id }) => _id) } });
});

test("Redis that returns with older data has what was changed since", async () => {
  const { redis, keys } = gateway.parts;
  const [old, moment] = [await redis.hgetall(key()), (await redis.get(keys.stockLoaded)) ?? ""];
  await gateway.stores.containers.updateOne({ machine, channel: 2 }, { $set: { isEmpty: true, stockedOn: null } });
  await eventually(async () => expect((await held())?.stock.containers).toEqual(["1", "3"]));
  await eventually(async () => expect(((await redis.get(keys.stockLoaded)) ?? "") > moment).toBe(true));

  await redis.multi().hset(key(), old).set(keys.stockLoaded, moment).exec();

  await eventually(async () => expect((await held())?.stock.containers).toEqual(["1", "3"]));
});

describe("the comparison with the database", () => {
  test("finds nothing where nothing has drifted", async () => {
    expect(await check()).toMatchObject({ drifted: 0 });
  });

  /** Spoils the stock until nothing that was still on its way repairs it before the comparison comes. */
  const spoilAndCheck = (spoil: () => Promise<unknown>) =>
    eventually(async () => {
      await spoil();
      expect((await check()).drifted).toBe(1);
    });
  const redis = () => gateway.parts.redis;

  test("finds a stock that somebody has changed in Redis, counts it and puts it right", async () => {
    const before = await held();
    const counted = await drifts();

    await spoilAndCheck(() =>
      redis().hset(key(), "stock", '{"available":{"Cola":99},"reserved":[],"containers":["7"]}'),
    );

    expect((await held())?.stock).toEqual(before?.stock);
    expect(await drifts()).not.toEqual(counted);
    expect(await check()).toMatchObject({ drifted: 0 });
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      "claims to be of the future, as after a restore of the database",
      () => redis().hset(key(), "asOf", "ffffffffffffffff", "stock", '{"available":{},"reserved":[],"containers":[]}'),
    ],
    ["is gone", () => redis().del(key())],
  ])("finds a stock that %s", async (_title, spoil) => {
    await spoilAndCheck(spoil);

    expect((await held())?.stock.containers).toEqual(["1", "2", "3"]);
  });

  test("goes on where the last slice ended, whichever gateway compared it", async () => {
    await addMachine(gateway.parts);
    const { compared } = await check();
    const slices = [];
    const next = () => gateway.stock?.checkSlice(1);
    for (let slice = 0; slice < compared; slice += 1) slices.push((await next())?.compared);
    expect(slices).toEqual(Array.from({ length: compared }, () => 1));

    expect((await next())?.compared).toBe(0);
    expect((await next())?.compared).toBe(1);
    await gateway.parts.redis.del(gateway.parts.keys.stockChecked);
  });

  test("does not take a change that is just on its way for a drift", async () => {
    const { containers } = gateway.stores;
    let going = true;
    const busy = (async () => {
      while (going) await containers.updateOne({ machine, channel: 1 }, [{ $set: { isEmpty: { $not: "$isEmpty" } } }]);
    })();

    for (let round = 0; round < 5; round += 1) expect((await check()).drifted).toBe(0);

    going = false;
    await busy;
  });
});

describe("a gateway that starts", () => {
  const beside = () => ({ stores, beside: { database: gateway.database, prefix: gateway.prefix }, limits: quick });
  const current = async () => {
    const further = await startGatewayUnderTest(beside());
    await eventually(() => expect(further.stock?.isCurrent()).toBe(true));
    return {
      ...further,
      computed: async () => (await further.parts.metrics.stockComputed.get()).values[0]?.value ?? 0,
    };
  };

  test("computes all of it anew where Redis knows no moment, or the database has no history of it", async () => {
    const { redis, keys } = gateway.parts;
    for (const moment of ["1", "0000000000000001", "ffffffffffffffff"]) {
      await redis.multi().del(key()).set(keys.stockLoaded, moment).exec();
      // By one of both, whichever comes first.
      const further = await current();
      await eventually(async () => expect((await held())?.stock.containers).toEqual(["1", "2", "3"]));
      await further.stop();
    }
  });

  test("computes nothing that stands, and what changed while none kept the stock", async () => {
    // Redis notes what this gateway has computed.
    const marker = clusterTimeOf(await gateway.parts.mongo.majorityTime());
    await gateway.stores.lastSeen.insertOne({
      _id: "later",
      lastSeen: new Date(),
      strength: null,
      clockOffsetSeconds: null,
    });
    const noted = async () => (await gateway.parts.redis.get(gateway.parts.keys.stockLoaded)) ?? "";
    await eventually(async () => expect((await noted()) > marker).toBe(true));
    const idle = await current();
    expect(await idle.computed()).toBe(0);
    await idle.stop();

    // The last test of this file: this gateway keeps no stock any more.
    await gateway.stock?.stop();
    await gateway.stores.containers.deleteOne({ machine, channel: 1 });
    await gateway.stores.containers.updateOne({ machine, channel: 2 }, { $set: { isEmpty: true, stockedOn: null } });
    const next = await current();

    await eventually(async () => expect((await held())?.stock.containers).toEqual(["3"]));
    expect(await next.computed()).toBe(1);
    await next.stop();
  });
});
