import fc from "fast-check";
import { beforeAll, beforeEach, test } from "vitest";
import { OrderStatus } from "#shared/orders/order-status.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { talliedLists } from "#shared/runtime/tallies/tallied-lists.ts";
import { countDay } from "../../workers/tallies/count-day.ts";
import { createTallies } from "../../workers/tallies/tallies.ts";
import { setUpDatabase } from "../migrate/testing/test-databases.ts";
import { compareAll, comparePage, listNames } from "./testing/compared-pages.ts";
import { aQuery, begun } from "./testing/plain-walk.ts";
import { canRowAt, machines, orderAt } from "./testing/planted-lists.ts";

/** `RUNS=100` looks further. */
const numRuns = Number(process.env.RUNS ?? 6);
const log = createLogger("workers", "silent");
const statuses = OrderStatus.options;
const hour = 3_600_000;
const day = 24 * hour;
/** Some hours of a day have a row, and one has many. */
const betweenRows = 0.4 * hour;
/** A transaction is stored this long after the moment that it names, at most. */
const lateMs = 90_000;

/** What MongoDB's clock says, and how many rows were made; both only grow. */
let now = begun;
let made = 0;

const mongo = setUpDatabase();
beforeAll(() => mongo.collections.machines.insertMany(machines));
const clock = { now: () => now };
const worker = (stores: Mongo = mongo) => createTallies({ mongo: stores, databaseClock: clock, log });
/** Its jobs have time for one day of each list. */
const briefWorker = () => createTallies({ mongo, databaseClock: clock, log, countMs: 0 });

const store = async (times: number[]) => {
  const numbers = times.map((at, n) => ({ n: made + n, at: new Date(at) }));
  made += times.length;
  if (times.length === 0) return;
  await mongo.collections.orders.insertMany(numbers.map(({ n, at }) => orderAt(n, at)));
  await mongo.collections.canLedger.insertMany(numbers.map(({ n, at }) => canRowAt(n, at)));
};

/** Three at each moment, so that the time alone is no order. */
const comes = async (many: number) => {
  for (let left = many; left > 0; left -= 3) {
    await store(Array.from({ length: Math.min(3, left) }, () => now));
    now += made % 5 === 0 ? 4 * betweenRows : betweenRows;
  }
};
const crowd = async (many: number) => {
  const at = now;
  now += hour;
  await store(Array.from({ length: many }, (_, n) => at + n * 20_000));
};

/** Some orders, old and new ones, get another status. */
const moves = async (n: number, changedAt = now) => {
  const orders = await mongo.collections.orders.find().sort({ time: -1 }).toArray();
  for (const { _id, status } of orders.filter((_, at) => at % 17 === n % 17).slice(0, 12)) {
    const other = statuses[(statuses.indexOf(status) + n) % statuses.length] ?? status;
    await mongo.inTransaction((session) =>
      mongo.collections.orders.updateOne(
        { _id },
        { $set: { status: other, changedAt: new Date(changedAt) } },
        { session },
      ),
    );
  }
};

/** A worker that is killed before one of its writes. */
const dying = (lives: number): Mongo => {
  let left = lives;
  const die = () => {
    left -= 1;
    if (left < 0) throw new Error("killed");
  };
  const { tallyProgress } = mongo.collections;
  const updateOne: typeof tallyProgress.updateOne = async (...write) => {
    die();
    return tallyProgress.updateOne(...write);
  };
  const inTransaction: Mongo["inTransaction"] = (work) =>
    mongo.inTransaction(async (dbSession) => {
      const done = await work(dbSession);
      die();
      return done;
    });
  const mortal = new Proxy(tallyProgress, {
    get: (target, name) => {
      const found = name === "updateOne" ? updateOne : Reflect.get(target, name);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
  return { ...mongo, inTransaction, collections: { ...mongo.collections, tallyProgress: mortal } };
};

const countSomeDay = async (n: number) => {
  const some = new Date(begun + (n % Math.ceil((now - begun) / day + 1)) * day);
  for (const list of talliedLists) await countDay(mongo, list, some);
};

/** Stored after a worker has looked, by a transaction that named an earlier moment. */
const lately = async (write: (at: number) => Promise<unknown>) => {
  const at = now;
  now += lateMs;
  await worker().count();
  await write(at);
};

const steps: Record<string, (n: number) => Promise<unknown>> = {
  "rows come": (n) => comes(n * 6),
  "many rows come in one hour": (n) => crowd(n * 9),
  "orders move": (n) => moves(n),
  "a worker counts": () => worker().count(),
  "a worker counts, and two minutes later another does": async () => {
    await worker().count();
    now += 130_000;
    await worker().count();
  },
  "two workers count while orders move and rows come": (n) =>
    // One after the other: added rows move the clock, and a moved row is stored at most two minutes after its moment.
    Promise.all([worker().count(), moves(n).then(() => comes(n)), worker().count(), worker().rebuild()]),
  "a worker is killed": (n) => Promise.allSettled([worker(dying(n % 6)).count()]),
  "some day is counted by itself": (n) => countSomeDay(n),
  "all is counted anew": () => worker().rebuild(),
  "a row is stored late": (n) => lately((at) => store([at, at + n])),
  "a move is stored late": (n) => lately((at) => moves(n, at)),
  "jobs have time for one day each": async (n) => {
    for (let jobs = 0; jobs < n % 4; jobs += 1) await briefWorker().count();
  },
  "all lists begin anew": () => mongo.collections.tallyProgress.deleteMany({}),
  "all lists begin anew without tallies, and a worker has no time for them": async () => {
    for (const one of [mongo.collections.tallyProgress, mongo.collections.dayTallies])
      await one.deleteMany({} as never);
    await briefWorker().count();
  },
};

const clear = async () => {
  const { orders, canLedger, dayTallies, tallyProgress } = mongo.collections;
  await Promise.all([orders, canLedger, dayTallies, tallyProgress].map((one) => one.deleteMany({} as never)));
  [now, made] = [begun, 0];
};
beforeEach(clear);

test("whatever workers have done, pages one after another are the whole list, each with its running total", async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.integer({ min: 1, max: 14 }), aQuery);
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (all) => {
        await comes(130);
        for (const [name, n, query] of all) {
          await steps[name]?.(n);
          await compareAll(mongo, query);
        }
      })
      .beforeEach(clear),
    { numRuns },
  );
});

test("each page is right in its own snapshot while rows come, orders move and workers count", async () => {
  await comes(400);
  await worker().count();
  let isOver = false;
  const write = async () => {
    for (let n = 1; !isOver; n += 1) {
      await comes(4);
      await moves(n);
    }
  };
  const count = async () => {
    while (!isOver) await Promise.all([worker().count(), worker().count()]);
  };
  const read = async () => {
    const queries = fc.sample(aQuery, { numRuns: 12, seed: 7 });
    for (const query of queries)
      for (const name of listNames) for (const page of [1, 2, 4]) await comparePage(mongo, name, query, page);
  };

  await Promise.all([
    write(),
    count(),
    read().finally(() => {
      isOver = true;
    }),
  ]);
});
