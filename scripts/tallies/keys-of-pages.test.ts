import { ObjectId } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import { profiled } from "#shared/runtime/testing/profiled.ts";
import { defaultLimits } from "../../gateway/limits.ts";
import { createPagedReader } from "../../gateway/paged/paged-reader.ts";
import { createTallies } from "../../workers/tallies/tallies.ts";
import { setUpDatabase } from "../migrate/testing/test-databases.ts";
import { canPages, canRowAt, machines, orderAt, orderPages } from "./testing/planted-lists.ts";

const rows = 5_012;
const begun = Date.UTC(2026, 0, 1);
/** 36 a day. */
const everyMs = 2_400_000;
/**
 * A tally for each of 140 days, those of a few hours, and rows of the machine's days or the list's hours at both ends
 * of what is shown; of 5,000 rows.
 */
const mostKeys = 430;

const timeOf = (n: number) => new Date(begun + n * everyMs);
const reader = (rowsSkipped = defaultLimits.rowsSkipped) =>
  createPagedReader({
    mongo,
    config: { TIME_ZONE: "Asia/Kolkata" } as never,
    limits: { ...defaultLimits, rowsSkipped },
  });
const worker = () =>
  createTallies({
    mongo,
    databaseClock: { now: () => begun + rows * everyMs },
    log: createLogger("workers", "silent"),
  });

const mongo = setUpDatabase();
beforeAll(async () => {
  await mongo.collections.machines.insertMany(machines);
  // Some at a time: on a busy machine one write of all of them outlasts the time that a connection is given.
  for (let from = 0; from < rows; from += 1_000) {
    const numbers = Array.from({ length: Math.min(1_000, rows - from) }, (_, n) => from + n);
    await mongo.collections.orders.insertMany(numbers.map((n) => orderAt(n, timeOf(n))));
    await mongo.collections.canLedger.insertMany(numbers.map((n) => canRowAt(n, timeOf(n))));
  }
  await worker().countAllDays();
  // Late payments that no worker has come to yet.
  const { orders } = mongo.collections;
  const changedAt = new Date(begun + rows * everyMs);
  for (const failed of await orders.find({ status: "payment failed" }).sort({ time: -1 }).skip(100).limit(5).toArray())
    await orders.updateOne({ _id: failed._id }, { $set: { status: "payment successful", changedAt } });
});

const lists = { orders: orderPages, "can rows": canPages } as unknown as Record<string, typeof orderPages>;
const machine = String(machines[1]?._id);
const days = { startDate: "2026-02-11", endDate: "2026-04-02" };
const [failed, paid] = [{ status: "payment failed" }, { status: "payment successful" }];
const ofStatus = [
  { narrowed: failed, pages: [1, 10, 20] },
  { narrowed: paid, pages: [1, 2, 40, 81] },
  { narrowed: { ...paid, machine }, pages: [1, 13, 27] },
  { narrowed: { ...failed, ...days }, pages: [1, 4, 8] },
  { narrowed: { ...paid, ...days, machine }, pages: [1, 5, 10] },
];
const pages = Object.keys(lists).flatMap((list) =>
  [
    { narrowed: {}, pages: [1, 2, 50, 100, 101] },
    { narrowed: { machine }, pages: [1, 17, 34] },
    { narrowed: days, pages: [1, 18, 37] },
    { narrowed: { ...days, machine }, pages: [1, 5, 13] },
    ...(list === "orders" ? ofStatus : []),
  ].flatMap(({ narrowed, pages: numbers }) =>
    numbers.flatMap((page) => [true, false].map((latest) => ({ list, page, latest, narrowed }))),
  ),
);

describe("of 5,000 rows, whichever page is read", () => {
  test.each(pages)("$list: page $page of $narrowed, latest $latest", async ({ list, page, latest, narrowed }) => {
    let shown = 0;
    const answer = lists[list] ?? orderPages;
    const show = async (found: object[]) => {
      shown = found.length;
      return [];
    };

    const commands = await profiled(mongo.db, () =>
      reader().page(answer, { page, latest, download: false, ...narrowed } as never, show),
    );

    const sumOf = (figures: (number | undefined)[]) => figures.reduce<number>((sum, one = 0) => sum + one, 0);
    const [keys, documents] = [
      sumOf(commands.map(({ keysExamined }) => keysExamined)),
      sumOf(commands.map(({ docsExamined }) => docsExamined)),
    ];
    expect(shown).toBeGreaterThan(10);
    expect(commands.filter(({ planSummary }) => planSummary?.includes("COLLSCAN"))).toEqual([]);
    expect(keys).toBeGreaterThan(shown);
    expect(keys).toBeLessThanOrEqual(mostKeys);
    expect(documents).toBeLessThanOrEqual(mostKeys);
  });
});

const query = (more: object) => ({ page: 1, latest: true, download: false, ...more }) as never;

test("without a worker pages are read as far as a bound, and beyond it the caller must retry", async () => {
  const { tallyProgress } = mongo.collections;
  const kept = await tallyProgress.find().toArray();
  await tallyProgress.deleteMany({});
  const show = async (found: object[]) => found;

  const all = reader(3_750).page(orderPages, query({}), show);
  await expect(all).rejects.toMatchObject({
    code: "unavailable",
    message:
      "The rows of this list are still being counted. It appears when they are; a narrower filter shows it at once",
  });
  const ofMachine = await reader(3_750).page(orderPages, query({ machine, page: 17 }), show);
  expect(ofMachine.figures.total).toBe(1_671);
  await tallyProgress.insertMany(kept);
});

describe("a rebuild beside traffic", () => {
  const tallies = () =>
    mongo.collections.dayTallies
      .find({}, { projection: { _id: 0, counts: 0 } })
      .sort({ list: 1, machine: 1, hour: 1, day: 1 })
      .toArray();

  test("makes right what is false, brings back what is missing, takes away what has no rows, and leaves the rest", async () => {
    const { dayTallies, orders } = mongo.collections;
    await worker().count();
    const right = await tallies();
    const ids = (await dayTallies.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
    const [missing, wrong] = [ids.filter((_, n) => n % 7 === 0), ids.filter((_, n) => n % 7 === 1)];
    await dayTallies.deleteMany({ _id: { $in: missing } });
    await dayTallies.updateMany({ _id: { $in: wrong } }, { $inc: { rows: 3 }, $set: { kinds: {} } });
    await dayTallies.insertOne({
      _id: new ObjectId(),
      list: "orders",
      machine: new ObjectId(),
      day: new Date(begun),
      hour: null,
      rows: 1,
      sum: 0,
      kinds: {},
    });

    expect((await worker().rebuild()).mended).toBeGreaterThan(100);

    expect(await tallies()).toEqual(right);
    expect((await worker().rebuild()).mended).toBe(0);
    // A row without an event, as only a restored copy could bring one.
    await orders.insertOne(orderAt(0, timeOf(5.5)));
    expect((await worker().rebuild()).mended).toBe(1);
    const { figures } = await reader().page(orderPages, query({ page: 100 }), async () => []);
    expect(figures.total).toBe(rows + 1);
  });
});
