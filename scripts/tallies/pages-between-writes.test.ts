import { beforeEach, expect, test } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { talliedOrders } from "#shared/runtime/tallies/tallied-lists.ts";
import { countDay } from "../../workers/tallies/count-day.ts";
import { createTallies } from "../../workers/tallies/tallies.ts";
import { setUpDatabase } from "../migrate/testing/test-databases.ts";
import { compareAll, comparePage, listNames } from "./testing/compared-pages.ts";
import { begun, every, type Query } from "./testing/plain-walk.ts";
import { setUpRows } from "./testing/planted-lists.ts";

const minute = 60_000;
const day = 1_440 * minute;
const [failed, paid] = ["payment failed", "payment successful"] as const;

const mongo = setUpDatabase();
let now = begun;
const worker = () =>
  createTallies({ mongo, databaseClock: { now: () => now }, log: createLogger("workers", "silent") });
const store = setUpRows(mongo);

beforeEach(async () => {
  now = begun + 3 * day + 5 * minute;
  await store(Array.from({ length: 270 }, (_, n) => begun + Math.floor(n / 3) * 45 * minute));
  await worker().countAllDays();
});

/** Stores that do something after each of their reads, as others do who write at the same time. */
const interrupted = (between: () => Promise<unknown>): Mongo => {
  const after = async <T>(read: Promise<T>): Promise<T> => {
    const found = await read;
    await between();
    return found;
  };
  const ofCollection = (target: object): never =>
    new Proxy(target, {
      get: (_, name) => {
        const found = Reflect.get(target, name);
        if (typeof found !== "function") return found;
        return (...given: unknown[]) => {
          const made = found.apply(target, given);
          if (name === "findOne") return after(made);
          if (name === "find" || name === "aggregate") {
            const toArray = made.toArray.bind(made);
            made.toArray = () => after(toArray());
          }
          return made;
        };
      },
    }) as never;
  const collections = new Proxy(mongo.collections, { get: (all, name) => ofCollection(Reflect.get(all, name)) });
  const db = new Proxy(mongo.db, {
    get: (target, name) => {
      if (name === "collection") return (of: string) => ofCollection(target.collection(of));
      const found = Reflect.get(target, name);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
  return { ...mongo, db, collections };
};

/** Rows come, orders of the first and the last days move, and a worker counts all of it. */
const writeAll = async () => {
  now += minute;
  await store([now - minute, now, now]);
  const [one] = await mongo.collections.orders.find({ status: failed }).sort({ time: 1 }).limit(1).toArray();
  const [other] = await mongo.collections.orders.find({ status: paid }).sort({ time: -1 }).skip(20).limit(1).toArray();
  for (const [order, status] of [
    [one, paid],
    [other, failed],
  ] as const)
    if (order)
      await mongo.collections.orders.updateOne({ _id: order._id }, { $set: { status, changedAt: new Date(now) } });
  now += 3 * minute;
  await worker().count();
};

const narrowed: Partial<Query>[] = [
  {},
  { machine: 1 },
  { status: failed },
  { status: paid, latest: false },
  { dates: [1, 1], zone: "Asia/Kolkata" },
  { dates: [0, 3], machine: 0, status: paid },
];

test.each(narrowed)("a page reads nothing that was written between two of its reads: %o", async (query) => {
  const stores = interrupted(writeAll);
  for (const name of listNames)
    for (const page of [1, 2]) {
      // Which no worker has counted yet, in the hour in which more of them come.
      await store(Array.from({ length: 120 }, (_, n) => now - n * 100));
      await comparePage(mongo, name, { ...every, ...query }, page, stores);
    }
});

test("a worker that counted a day before others changed it leaves no tally of before, whatever they changed back", async () => {
  const [order] = await mongo.collections.orders.find({ status: failed }).sort({ time: 1 }).limit(1).toArray();
  if (!order) throw new Error("an order failed");
  const move = (status: typeof failed | typeof paid) =>
    mongo.collections.orders.updateOne({ _id: order._id }, { $set: { status, changedAt: new Date(now) } });
  await move(paid);
  let isOver = false;
  const stores = interrupted(async () => {
    if (isOver) return;
    isOver = true;
    await move(failed);
    await worker().count();
    now += 5 * minute;
    await worker().count();
  });

  await countDay(stores, talliedOrders, new Date(begun));

  expect(isOver).toBe(true);
  for (const query of [{}, { status: failed }, { status: paid, machine: 0 }] as const)
    await compareAll(mongo, { ...every, ...query });
});
