import { ObjectId } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import { noteOfMove } from "#shared/runtime/ranks/moved-rows.ts";
import { profiled } from "#shared/runtime/testing/profiled.ts";
import { createPagedReader } from "../../gateway/features/paged/paged-reader.ts";
import { defaultLimits } from "../../gateway/limits.ts";
import { createRanks } from "../../workers/ranks/ranks.ts";
import { setUpDatabase } from "../migrate/testing/test-databases.ts";
import { canPages, canRowAt, machines, orderAt, orderPages, users } from "./testing/planted-lists.ts";

/** Nearly as many as can be are behind the last anchor. */
const rows = 20_048;
const begun = Date.UTC(2026, 0, 1);
const everyMs = 600_000;
/** All of 20,000 rows is gone by, several times. */
const patienceMs = 240_000;

const timeOf = (n: number) => new Date(begun + n * everyMs);
const reader = (rowsSkipped = defaultLimits.rowsSkipped) =>
  createPagedReader({ mongo, config: { TIME_ZONE: "UTC" } as never, limits: { ...defaultLimits, rowsSkipped } });
const ranks = () =>
  createRanks({
    mongo,
    databaseClock: { now: () => begun + rows * everyMs },
    log: createLogger("workers", "silent"),
  });

const mongo = setUpDatabase();
beforeAll(async () => {
  // Some at a time: on a busy machine one write of all of them outlasts the time that a connection is given.
  for (let from = 0; from < rows; from += 1_000) {
    const numbers = Array.from({ length: Math.min(1_000, rows - from) }, (_, n) => from + n);
    await mongo.collections.orders.insertMany(numbers.map((n) => orderAt(n, timeOf(n))));
    await mongo.collections.canLedger.insertMany(numbers.map((n) => canRowAt(n, timeOf(n))));
  }
  await ranks().rebuild();
  // Late payments that no worker has come to yet.
  const { orders } = mongo.collections;
  for (const failed of await orders.find({ status: "payment failed" }).sort({ time: -1 }).skip(100).limit(5).toArray())
    await orders.updateOne(
      { _id: failed._id },
      { $set: { status: "payment successful", ...noteOfMove(failed, new Date(begun + rows * everyMs)) } },
    );
});

/** What MongoDB went by for all questions of `work` together. */
const examined = async (work: () => Promise<unknown>) => {
  const asked = await profiled(mongo.db, work);
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.filter(({ planSummary }) => planSummary?.includes("COLLSCAN"))).toEqual([]);
  return {
    keys: asked.reduce((sum, { keysExamined = 0 }) => sum + keysExamined, 0),
    documents: asked.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0),
  };
};

const lists = { orders: orderPages, "can rows": canPages } as unknown as Record<string, typeof orderPages>;
const machine = String(machines[1]?._id);
const user = String(users[0]);
const days = { startDate: "2026-02-11", endDate: "2026-04-02" };
const [failed, paid] = [{ status: "payment failed" }, { status: "payment successful" }];
const ofStatus = [
  { narrowed: failed, pages: [1, 40, 80] },
  { narrowed: paid, pages: [1, 2, 160, 320] },
  { narrowed: { ...paid, machine }, pages: [1, 53, 106] },
  { narrowed: { ...failed, machine }, pages: [1, 13, 26] },
  { narrowed: { ...paid, ...days }, pages: [1, 58, 117] },
  { narrowed: { ...failed, ...days }, pages: [1, 15, 29] },
  { narrowed: { ...paid, ...days, machine }, pages: [1, 20, 39] },
  { narrowed: { ...paid, machine, startDate: "2026-01-17", endDate: "2026-12-31" }, pages: [1, 47, 94] },
];
const pages = Object.keys(lists).flatMap((list) =>
  [
    { narrowed: {}, pages: [1, 2, 200, 400, 401] },
    { narrowed: { machine }, pages: [1, 67, 134] },
    { narrowed: { user }, pages: [1, 100, 200] },
    { narrowed: days, pages: [1, 70, 147] },
    { narrowed: { ...days, machine }, pages: [1, 20, 49] },
    // Behind the second date lie as many rows as can be that no anchor tells of.
    { narrowed: { startDate: "2026-01-17", endDate: "2026-04-03", user }, pages: [1, 55, 110] },
    { narrowed: { startDate: "2026-01-17", endDate: "2026-12-31" }, pages: [1, 177, 354] },
    ...(list === "orders" ? ofStatus : []),
  ].flatMap(({ narrowed, pages: numbers }) =>
    numbers.flatMap((page) => [true, false].map((latest) => ({ list, page, latest, narrowed }))),
  ),
);

describe("of 20,000 rows, whichever page is read", () => {
  test.each(pages)("$list: page $page of $narrowed, latest $latest", async ({ list, page, latest, narrowed }) => {
    let shown = 0;
    const answer = lists[list] ?? orderPages;
    const show = async (found: object[]) => {
      shown = found.length;
      return [];
    };

    const { keys, documents } = await examined(() =>
      reader().page(answer, { page, latest, download: false, ...narrowed } as never, show),
    );

    expect(shown).toBeGreaterThan(10);
    expect(keys).toBeGreaterThan(shown);
    expect(keys).toBeLessThanOrEqual(120);
    expect(documents).toBeLessThanOrEqual(120);
  });
});

test("without a worker pages are read as far as a bound, and beyond it whoever asks is to ask again", async () => {
  const { rankAnchors } = mongo.collections;
  const query = (more: object) => ({ page: 1, latest: true, download: false, ...more }) as never;
  const kept = await rankAnchors.find().toArray();
  await rankAnchors.deleteMany({});
  const show = async (found: object[]) => found;

  const all = reader(15_000).page(orderPages, query({}), show);
  await expect(all).rejects.toMatchObject({
    code: "unavailable",
    message:
      "The rows of this list are still being numbered: it comes by itself when they are, with a narrower filter at once",
  });
  const ofMachine = await reader(15_000).page(orderPages, query({ machine, page: 67 }), show);
  expect(ofMachine.figures.total).toBe(6_683);
  await rankAnchors.insertMany(kept);
});

test(
  "of a status, too, pages are counted until a worker has come to them, and then again by their anchors",
  async () => {
    const { movingAnchors, rankHeads, orders } = mongo.collections;
    const page = async () => {
      const query = { page: 40, latest: true, download: false, status: "payment failed" } as never;
      const { rows: shown, figures } = await reader().page(orderPages, query, async (found) => found);
      return { ids: shown.map(({ _id }) => `${_id}`), total: figures.total };
    };
    const right = await page();
    const said = await movingAnchors.find({}, { projection: { rank: 1 } }).toArray();

    await movingAnchors.updateMany({}, { $inc: { rank: 7 } });
    expect(await page()).not.toEqual(right);
    await ranks().rebuild();
    expect(await page()).toEqual(right);
    expect(await movingAnchors.countDocuments()).toBe(said.length);
    await rankHeads.deleteMany({});
    expect(await page()).toEqual(right);
    await ranks().rebuild();
    expect(await page()).toEqual(right);
    expect(await orders.countDocuments({ movedFrom: { $type: "string" } })).toBe(0);
  },
  patienceMs,
);

describe("a rebuild beside traffic", () => {
  const anchors = () =>
    mongo.collections.rankAnchors
      .find({}, { projection: { _id: 0 } })
      .sort({ scope: 1, k: 1 })
      .toArray();

  test(
    "completes anchors of a former version, by which pages are right until then",
    async () => {
      const { rankAnchors, rankHeads } = mongo.collections;
      const read = async (narrowed: object) => {
        const query = { page: 20, latest: true, download: false, ...narrowed } as never;
        const { rows: shown } = await reader().page(orderPages, query, async (found) => found);
        return shown.map(({ _id }) => `${_id}`);
      };
      const asked = [
        { ...days, machine },
        { ...paid, ...days },
      ];
      const [right, ids] = [await anchors(), await Promise.all(asked.map(read))];
      await rankAnchors.updateMany({}, { $unset: { inner: true } });
      await rankHeads.updateMany({}, { $unset: { spacing: true, since: true } });
      expect(await Promise.all(asked.map(read))).toEqual(ids);

      await ranks().rebuild();

      expect(await anchors()).toEqual(right);
      expect(await rankHeads.countDocuments({ _id: "orders", spacing: 13 })).toBe(1);
      expect(await Promise.all(asked.map(read))).toEqual(ids);
    },
    patienceMs,
  );

  test(
    "makes right what is false, brings back what is missing, and takes away what there are no rows for",
    async () => {
      const { rankAnchors, orders } = mongo.collections;
      const right = await anchors();
      await rankAnchors.deleteMany({ k: { $mod: [7, 0] } });
      await rankAnchors.updateMany({ k: { $mod: [5, 0] } }, { $set: { at: timeOf(3), id: new ObjectId(), sum: -1 } });
      const last = { at: timeOf(9), id: new ObjectId(), sum: 0 };
      await rankAnchors.insertMany([
        { _id: new ObjectId(), scope: "orders", k: 9_999, ...last },
        { _id: new ObjectId(), scope: `orders user ${new ObjectId()}`, k: 1, ...last },
      ]);

      await ranks().rebuild();

      expect(await anchors()).toEqual(right);
      // A row that is older than others, as only a restored copy could bring one: every rank after it is another.
      await orders.insertOne(orderAt(0, timeOf(5.5)));
      await ranks().rebuild();
      const [before, after] = [right, await anchors()].map((all) => all.filter(({ scope }) => scope === "orders"));
      expect(after).toHaveLength(before?.length ?? 0);
      expect(after?.filter(({ at }, n) => at.getTime() === before?.[n]?.at.getTime())).toEqual([]);
    },
    patienceMs,
  );
});
