import { expect, test } from "vitest";
import { createMovableClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { createTallies } from "./tallies.ts";

const dayMs = 86_400_000;
const begun = Date.UTC(2026, 0, 1);
const days = 6;
const user = aUser();
const machine = aMachine();
const clock = createMovableClock(begun + days * dayMs);
const mongo = setUpDatabase();

/** A worker whose jobs have time for one day of each list. */
const worker = () => createTallies({ mongo, databaseClock: clock, log: createLogger("workers", "silent"), countMs: 0 });
const dayAt = (day: number) => new Date(begun + day * dayMs);
const paidByDay = async (): Promise<number[]> => {
  const tallies = await mongo.collections.dayTallies
    .find({ list: "orders", machine: null, hour: null })
    .sort({ day: 1 })
    .toArray();
  return tallies.map(({ kinds }) => kinds["payment successful"]?.rows ?? 0);
};
const seenTo = async () => (await mongo.collections.tallyProgress.findOne({ _id: "orders" }))?.seenTo.getTime();

test("more days that changed at once than a job has time for are counted by the jobs after it", async () => {
  const { orders } = mongo.collections;
  const ofDay = (day: number) =>
    anOrder(user, machine, { time: dayAt(day), changedAt: dayAt(day), status: "processing" });
  await orders.insertMany(Array.from({ length: days }, (_, day) => ofDay(day)));
  await worker().countAllDays();
  expect(await paidByDay()).toEqual([0, 0, 0, 0, 0, 0]);

  clock.advance(dayMs);
  const changedAt = clock.now();
  await orders.updateMany({}, { $set: { status: "payment successful", changedAt: new Date(changedAt) } });
  clock.advance(1_000);
  const lookedAt = clock.now();
  for (let jobs = 1; jobs < days; jobs += 1) {
    await worker().count();
    expect((await paidByDay()).filter((paid) => paid === 1)).toHaveLength(jobs);
    clock.advance(20_000);
  }
  // A day that was counted before changes once more, while others are still due.
  await orders.updateOne({ time: dayAt(0) }, { $set: { status: "processing", changedAt: new Date(clock.now()) } });

  await worker().count();
  expect(await paidByDay()).toEqual([1, 1, 1, 1, 1, 1]);
  expect(await seenTo()).toBe(lookedAt);

  clock.advance(20_000);
  for (let jobs = 0; jobs < days; jobs += 1) await worker().count();
  expect(await paidByDay()).toEqual([0, 1, 1, 1, 1, 1]);
  expect(await seenTo()).toBe(clock.now());
});

test("what changes after MongoDB's clock was set back is counted with the next look", async () => {
  const { orders } = mongo.collections;
  const before = await paidByDay();
  await worker().countAllDays();
  clock.advance(-3_600_000);
  const changedAt = new Date(clock.now());
  await orders.insertOne(anOrder(user, machine, { time: dayAt(3), changedAt, status: "payment successful" }));
  clock.advance(20_000);

  await worker().countAllDays();

  expect(await paidByDay()).toEqual(before.map((paid, day) => (day === 3 ? paid + 1 : paid)));
  expect(await seenTo()).toBe(clock.now());
});
