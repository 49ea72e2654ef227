import fc from "fast-check";
import type { WithId } from "mongodb";
import { beforeAll, expect, test } from "vitest";
import { OrderStatus } from "#shared/orders/order-status.ts";
import type { CanRowDocument } from "#shared/runtime/documents/accounts.ts";
import type { OrderDocument } from "#shared/runtime/documents/orders.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { noteOfMove } from "#shared/runtime/ranks/moved-rows.ts";
import { createPagedReader } from "../../gateway/features/paged/paged-reader.ts";
import { defaultLimits } from "../../gateway/limits.ts";
import { createRanks } from "../../workers/ranks/ranks.ts";
import { setUpDatabase } from "../migrate/testing/test-databases.ts";
import { canPages, canRowAt, machines, orderAt, orderPages, users } from "./testing/planted-lists.ts";

const log = createLogger("workers", "silent");
const begun = Date.UTC(2026, 0, 1);
const day = 86_400_000;
const rowsPerDay = 60;
const statuses = OrderStatus.options;
let reader: ReturnType<typeof createPagedReader>;
/** What stands in the database, oldest first. */
let orders: OrderDocument[] = [];
let canRows: CanRowDocument[] = [];

const mongo = setUpDatabase();
beforeAll(async () => {
  reader = createPagedReader({ mongo, config: { TIME_ZONE: "UTC" } as never, limits: defaultLimits });
});

const inOrder = <D extends { _id: { toHexString(): string } }>(rows: D[], at: (row: D) => Date): D[] =>
  rows.sort((a, b) => +at(a) - +at(b) || (a._id.toHexString() < b._id.toHexString() ? -1 : 1));

/** Three at each moment, so that the time alone is no order. */
const add = async (many: number) => {
  const from = orders.length;
  const numbers = Array.from({ length: many }, (_, n) => from + n);
  const timeOf = (n: number) => new Date(begun + Math.floor(n / 3) * 3 * (day / rowsPerDay));
  const [newOrders, newRows] = [numbers.map((n) => orderAt(n, timeOf(n))), numbers.map((n) => canRowAt(n, timeOf(n)))];
  await mongo.collections.orders.insertMany(newOrders);
  await mongo.collections.canLedger.insertMany(newRows);
  orders = inOrder([...orders, ...newOrders], ({ time }) => time);
  canRows = inOrder([...canRows, ...newRows], ({ at }) => at);
};

/** A worker whose every write after the first `lives` fails, as if it had been killed there. */
const dying = (lives: number): Mongo => {
  let left = lives;
  const die = () => {
    left -= 1;
    if (left < 0) throw new Error("killed");
  };
  const { rankAnchors } = mongo.collections;
  const bulkWrite: typeof rankAnchors.bulkWrite = async (...write) => {
    die();
    return rankAnchors.bulkWrite(...write);
  };
  const inTransaction: Mongo["inTransaction"] = async (work) => {
    die();
    return mongo.inTransaction(work);
  };
  const mortal = new Proxy(rankAnchors, {
    get: (target, name) => {
      const found = name === "bulkWrite" ? bulkWrite : Reflect.get(target, name);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
  return { ...mongo, inTransaction, collections: { ...mongo.collections, rankAnchors: mortal } };
};
/** What came in the last two minutes is not ranked yet: by this clock it is the last day of what there is. */
const clock = { now: () => begun + (orders.length / rowsPerDay - 0.5) * day };
const worker = (stores: Mongo = mongo) => createRanks({ mongo: stores, databaseClock: clock, log });

/** Some orders get another status, as `moveOrder` writes it. */
const move = async (n: number) => {
  for (const order of orders.filter((_, at) => at % 9 === n % 9).slice(-12)) {
    const status = statuses[(statuses.indexOf(order.status) + n) % statuses.length] ?? order.status;
    await mongo.inTransaction(async (session) => {
      const present = await mongo.collections.orders.findOne({ _id: order._id }, { session });
      if (!present) throw new Error("orders are never deleted");
      const note = noteOfMove(present, new Date(clock.now()));
      await mongo.collections.orders.updateOne({ _id: order._id }, { $set: { status, ...note } }, { session });
    });
    order.status = status;
  }
};

const deeds: Record<string, (n: number) => Promise<unknown>> = {
  "orders move": move,
  "orders move beside a worker": (n) => Promise.all([move(n), worker().build()]),
  "rows come": (n) => add(n * 9),
  "the worker builds": () => worker().build(),
  "a worker is killed": (n) => Promise.allSettled([worker(dying(n % 4)).build()]),
  "two workers build": () => Promise.all([worker().build(), worker().build()]),
  "all is built anew, beside a worker": () => Promise.all([worker().rebuild(), worker().build()]),
  "a rebuilding worker is killed": (n) => Promise.allSettled([worker(dying(n % 7)).rebuild()]),
  "anchors are missing": async (n) => {
    const some = await mongo.collections.rankAnchors.find({ k: { $mod: [3, n % 3] } }).toArray();
    await mongo.collections.rankAnchors.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } });
    await mongo.collections.movingAnchors.deleteMany({ rank: { $mod: [3, n % 3] } });
  },
  "all anchors are gone": async () => {
    await mongo.collections.rankAnchors.deleteMany({});
    await mongo.collections.movingAnchors.deleteMany({});
  },
  "a list begins anew": () => mongo.collections.rankHeads.deleteMany({}),
};

const aQuery = fc.record({
  machine: fc.option(fc.nat(2), { nil: undefined }),
  user: fc.option(fc.nat(1), { nil: undefined }),
  status: fc.option(fc.constantFrom(...statuses), { nil: undefined }),
  dates: fc.option(fc.tuple(fc.nat(12), fc.nat(6)), { nil: undefined }),
  latest: fc.boolean(),
});
const dayAt = (days: number) => new Date(begun + days * day).toISOString().slice(0, 10);
interface Found {
  id: string;
  total: number;
}

const pagesOf = async (list: typeof orderPages | typeof canPages, query: object) => {
  const show = async (rows: WithId<object>[], _: unknown, totals: number[]): Promise<Found[]> =>
    rows.map(({ _id }, n) => ({ id: _id.toHexString(), total: totals[n] ?? 0 }));
  const asked = { download: false, ...query } as never;
  const rows: Found[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const found = await reader.page(list as typeof orderPages, Object.assign({ page }, asked), show);
    ({ pages } = found.figures);
    rows.push(...found.rows);
    expect(found.figures.total).toBeGreaterThanOrEqual(rows.length);
  }
  const all = await reader.all(list as typeof orderPages, asked, show);
  const streamed: Found[] = [];
  for await (const batch of all.rows) streamed.push(...batch);
  await all.end();
  return { rows, streamed };
};

const check = async ({
  machine,
  user,
  status,
  dates,
  latest,
}: typeof aQuery extends fc.Arbitrary<infer T> ? T : never) => {
  const narrowed = {
    ...(machine === undefined ? {} : { machine: String(machines[machine]?._id) }),
    ...(user === undefined ? {} : { user: String(users[user]) }),
  };
  const query = {
    ...narrowed,
    latest,
    ...(dates ? { startDate: dayAt(dates[0]), endDate: dayAt(dates[0] + dates[1]) } : {}),
  };
  const isFound = (row: OrderDocument | CanRowDocument) =>
    (machine === undefined || row.machine.equals(machines[machine]?._id)) &&
    (user === undefined || row.user.equals(users[user]));
  const isShown = (at: Date) =>
    !dates || (at >= new Date(dayAt(dates[0])) && at < new Date(dayAt(dates[0] + dates[1] + 1)));
  const turned = <T>(rows: T[]) => (latest ? rows.reverse() : rows);

  const isAsked = (row: OrderDocument) => isFound(row) && (status === undefined || row.status === status);
  const expectedOrders = turned(orders.filter((row) => isAsked(row) && isShown(row.time)));
  const ofOrders = await pagesOf(orderPages, status === undefined ? query : { ...query, status });
  expect(ofOrders.rows.map(({ id }) => id)).toEqual(expectedOrders.map(({ _id }) => _id.toHexString()));
  expect(ofOrders.streamed).toEqual(ofOrders.rows);

  let sum = 0;
  const summed = canRows.filter(isFound).map((row) => {
    sum += row.credit - row.debit;
    return { id: row._id.toHexString(), total: sum, at: row.at };
  });
  const expectedRows = turned(summed.filter(({ at }) => isShown(at))).map(({ id, total }) => ({ id, total }));
  const ofCans = await pagesOf(canPages, query);
  expect(ofCans.rows).toEqual(expectedRows);
  expect(ofCans.streamed).toEqual(expectedRows);
};

test("whatever the worker has done, pages one after another are the whole list, each with its running total", async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(deeds)), fc.integer({ min: 1, max: 14 }), aQuery);
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        await add(130);
        for (const [deed, n, query] of steps) {
          await deeds[deed]?.(n);
          await check(query);
        }
      })
      .beforeEach(async () => {
        const { orders: allOrders, canLedger, rankAnchors, movingAnchors, rankHeads } = mongo.collections;
        await Promise.all([allOrders.deleteMany({}), canLedger.deleteMany({}), rankAnchors.deleteMany({})]);
        await Promise.all([movingAnchors.deleteMany({}), rankHeads.deleteMany({})]);
        [orders, canRows] = [[], []];
      }),
    { numRuns: 12 },
  );
});
