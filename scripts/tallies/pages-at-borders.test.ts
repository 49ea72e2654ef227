import { describe, test } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import { talliedLists } from "#shared/runtime/tallies/tallied-lists.ts";
import { countDay } from "../../workers/tallies/count-day.ts";
import { createTallies } from "../../workers/tallies/tallies.ts";
import { setUpDatabase } from "../migrate/testing/test-databases.ts";
import { compareAll, comparePage, listNames } from "./testing/compared-pages.ts";
import { begun, every, type Query } from "./testing/plain-walk.ts";
import { setUpRows } from "./testing/planted-lists.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const days = 4;
const now = begun + (days + 2) * day;

const mongo = setUpDatabase();
const worker = () =>
  createTallies({ mongo, databaseClock: { now: () => now }, log: createLogger("workers", "silent") });
const store = setUpRows(mongo);
const narrowed: Partial<Query>[] = [
  {},
  { machine: 1 },
  { status: "payment successful" },
  { status: "payment failed", machine: 0 },
];
/** By turns from the latest and from the oldest. */
const compareEach = async (queries: Partial<Query>[]) => {
  for (const [nth, query] of queries.entries()) await compareAll(mongo, { ...every, ...query, latest: nth % 2 === 0 });
};

/** Midnights of three zones, and an hour that is none of them. */
const borders = [0, 5, 18.5, 12].map((hours) => hours * hour);
/** At each border, and a millisecond beside it; three at one moment, so that each machine is there. */
const atBorders = Array.from({ length: days }, (_, nth) => nth).flatMap((nth) =>
  borders.flatMap((border) => [-1, 0, 0, 0, 1].map((beside) => begun + day + nth * day + border + beside)),
);
const zones: Partial<Query>[] = [
  {},
  ...(["UTC", "Asia/Kolkata", "America/New_York"] as const).flatMap((zone): Partial<Query>[] => [
    { zone, dates: [2, 0] },
    { zone, dates: [1, 2] },
  ]),
];

describe("rows at the first and the last moment of a day or an hour", () => {
  test.each(narrowed)("counted by a worker: %o", async (query) => {
    await store(atBorders);
    await worker().countAllDays();
    await compareEach(zones.map((zone) => ({ ...zone, ...query })));
  });

  test.each(narrowed)("some changed since, and the last days were never counted: %o", async (query) => {
    await store(atBorders);
    for (const list of talliedLists) {
      const missingFrom = new Date(begun + 3 * day);
      await mongo.collections.tallyProgress.insertOne({ _id: list.name, seenTo: new Date(now), missingFrom });
      for (const nth of [0, 1, 2]) await countDay(mongo, list, new Date(begun + nth * day));
    }
    const changed = { status: "payment successful", changedAt: new Date(now) } as const;
    await mongo.collections.orders.updateMany(
      { time: { $in: [1.5, 2, 2.5].map((nth) => new Date(begun + nth * day)) } },
      { $set: changed },
    );
    await compareEach(zones.map((zone) => ({ ...zone, ...query })));
  });
});

test("inside a day of many rows each hour's rows and running totals are in their place", async () => {
  const inOneDay = Array.from({ length: 720 }, (_, n) => begun + day + Math.floor(n / 5) * 10 * minute);
  await store([begun, ...inOneDay, begun + 2 * day]);
  await worker().countAllDays();
  for (const query of [{}, { status: "payment successful" }, { dates: [1, 0] }] as Partial<Query>[])
    for (const latest of [true, false])
      for (const name of listNames)
        for (const page of [1, 4, 8, 11]) await comparePage(mongo, name, { ...every, ...query, latest }, page);
});

test("what was stored late, or moved late, by a moment that a worker has passed is counted by the reader and by the next worker", async () => {
  await store(atBorders);
  await worker().countAllDays();
  const late = now - 90_000;
  await store([late, late + 1]);
  const moved = { status: "payment failed", changedAt: new Date(late) } as const;
  await mongo.collections.orders.updateMany({ time: new Date(begun + 2 * day) }, { $set: moved });
  await compareEach(narrowed);

  await worker().count();
  await mongo.collections.tallyProgress.updateMany({}, { $set: { seenTo: new Date(now + day) } });
  await compareEach(narrowed);
});
