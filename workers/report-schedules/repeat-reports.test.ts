import { beforeEach, expect, test } from "vitest";
import { createMovableClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { aSchedule } from "#shared/runtime/testing/stored-reports.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { createReportRepeats } from "./repeat-reports.ts";

const log = createLogger("workers", "silent");
/** Midnight of 20 November 2026 in Asia/Kolkata. */
const midnight = Date.parse("2026-11-19T18:30:00.000Z");
const day = 86_400_000;
const quarter = 15 * 60_000;
let operator: UserDocument;

const mongo = setUpDatabase();
beforeEach(async () => {
  const { reports, reportSchedules, users, audit } = mongo.collections;
  for (const collection of [reports, reportSchedules, users, audit]) await (collection as typeof users).deleteMany({});
  operator = aUser({ role: "staff" });
  await users.insertOne(operator);
});

const plant = async (options: Parameters<typeof aSchedule>[0] = {}) => {
  const schedule = aSchedule({ by: operator._id, due: "2026-11-20", nextAt: new Date(midnight + quarter), ...options });
  await mongo.collections.reportSchedules.insertOne(schedule);
  return schedule;
};
const repeats = (clock: { now: () => number }, woken: string[] = [], timeZone = "Asia/Kolkata") =>
  createReportRepeats({
    mongo,
    databaseClock: clock,
    log,
    timeZone,
    queues: { add: async (name) => void woken.push(name) },
  });
const requested = () => mongo.collections.reports.find().sort({ askedAt: 1, _id: 1 }).toArray();
const daysRequested = async () => (await requested()).map(({ filters }) => [filters.startDate, filters.endDate]);

test("a report is requested on its day, of the day before, and then on the next one", async () => {
  const schedule = await plant();
  const clock = createMovableClock(midnight + quarter - 1);
  const woken: string[] = [];
  const { run } = repeats(clock, woken);

  await run();
  expect([await requested(), woken]).toEqual([[], []]);
  clock.advance(1);
  await run();
  await run();
  const [report] = await requested();
  expect(report).toMatchObject({
    by: operator._id,
    schedule: schedule._id,
    state: "waiting",
    reportType: "Order",
    format: "xlsx",
    readAt: null,
    filters: { vendingMachine: "all", sort: "time", startDate: "2026-11-19", endDate: "2026-11-19" },
  });
  expect(woken).toEqual(["report.make"]);
  expect(await mongo.collections.reportSchedules.findOne({ _id: schedule._id })).toMatchObject({
    due: "2026-11-21",
    nextAt: new Date(midnight + day + quarter),
    lastAt: new Date(midnight + quarter),
  });
  clock.advance(day);
  await run();
  expect(await daysRequested()).toEqual([
    ["2026-11-19", "2026-11-19"],
    ["2026-11-20", "2026-11-20"],
  ]);
});

test("of what was missed while nothing ran the newest one alone is requested", async () => {
  await plant();
  await repeats(createMovableClock(midnight + 9 * day + quarter)).run();
  expect(await daysRequested()).toEqual([["2026-11-28", "2026-11-28"]]);
});

test("after a change of TIME_ZONE no day is left out: one that begins later there is waited for", async () => {
  const schedule = await plant();
  const clock = createMovableClock(midnight + quarter);
  const inNewYork = repeats(clock, [], "America/New_York");
  // Its midnight comes ten and a half hours later.
  const later = 10.5 * 3_600_000;

  await inNewYork.run();
  expect([await requested(), (await mongo.collections.reportSchedules.findOne({ _id: schedule._id }))?.nextAt]).toEqual(
    [[], new Date(midnight + later + quarter)],
  );
  clock.advance(later);
  await inNewYork.run();
  clock.advance(day);
  await inNewYork.run();
  expect(await daysRequested()).toEqual([
    ["2026-11-19", "2026-11-19"],
    ["2026-11-20", "2026-11-20"],
  ]);
});

test("one of the 31st is made on a month's last day, and covers the month", async () => {
  await plant({
    repetition: { every: "month", day: 31 },
    due: "2026-11-30",
    nextAt: new Date(midnight + 10 * day + quarter),
  });
  const clock = createMovableClock(midnight + 10 * day + quarter);
  await repeats(clock).run();
  clock.advance(31 * day);
  await repeats(clock).run();
  expect(await daysRequested()).toEqual([
    ["2026-10-31", "2026-11-29"],
    ["2026-11-30", "2026-12-30"],
  ]);
});

test("a list without days is repeated with its filters as they are", async () => {
  await plant({ byDays: false, reportType: null, filters: { status: "payment failed" } });
  await repeats(createMovableClock(midnight + day)).run();
  expect((await requested()).map(({ filters, reportType }) => [filters, reportType])).toEqual([
    [{ status: "payment failed" }, null],
  ]);
});

test("eight workers at once request each once", async () => {
  for (let nth = 0; nth < 5; nth += 1) await plant({ filters: { vendingMachine: `VM-${nth}` } });
  const clock = createMovableClock(midnight + day);
  await Promise.all(Array.from({ length: 8 }, () => repeats(clock).run()));
  const machines = (await requested()).map(({ filters }) => filters.vendingMachine);
  expect(machines.sort()).toEqual(["VM-0", "VM-1", "VM-2", "VM-3", "VM-4"]);
});

test.each<[string, Partial<UserDocument> | null]>([
  ["suspended", { suspend: true }],
  ["a customer by now", { role: "customer" }],
  ["deleted", { deletedAt: new Date(midnight) }],
  ["not there", null],
])("of an operator who is %s nothing is made any more, and the audit says why", async (_, change) => {
  const { users, reportSchedules, audit } = mongo.collections;
  await plant();
  if (change) await users.updateOne({ _id: operator._id }, { $set: change });
  else await users.deleteOne({ _id: operator._id });
  await repeats(createMovableClock(midnight + day)).run();
  expect([await requested(), await reportSchedules.countDocuments()]).toEqual([[], 0]);
  expect(await audit.findOne({ verb: "report.repetition-ended" })).toMatchObject({
    actor: { kind: "job" },
    reason: "No longer an operator",
  });
});
