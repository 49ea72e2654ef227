import { beforeEach, expect, test, vi } from "vitest";
import { jobs, sweeps } from "#shared/jobs/catalogue.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { aJob } from "#shared/runtime/testing/stored-jobs.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { createJobLog } from "./job-log.ts";

const log = createLogger("workers", "silent");
const due = new Date(Date.UTC(2026, 10, 23));
const now = Date.UTC(2026, 10, 22, 12, 0);
const mongo = setUpDatabase();

beforeEach(() => mongo.collections.jobs.deleteMany({}));

/** Writes by itself only what must be seen at once. */
const aLog = (at: Pick<Mongo, "collections" | "serverTime"> = mongo) =>
  createJobLog({
    mongo: at,
    databaseClock: { now: () => now },
    queues: { nextOf: async () => due },
    log,
    sweepEveryMs: 1_000,
    flushEveryMs: 3_600_000,
  });
const stored = (name: string) => mongo.collections.jobs.findOne({ name });

test("every job stands there before it runs, once however many workers start; what is no longer one goes", async () => {
  await mongo.collections.jobs.insertOne(aJob({ name: "of.before" }));
  const workers = Array.from({ length: 5 }, () => aLog());

  await Promise.all(workers.map((worker) => worker.announce()));

  const names = (await mongo.collections.jobs.find().toArray()).map(({ name }) => name);
  expect(names.sort()).toEqual([...Object.keys(jobs), ...Object.keys(sweeps)].sort());
  expect(await stored("tallies.rebuild")).toMatchObject({
    does: jobs["tallies.rebuild"].does,
    schedule: { kind: "daily", at: "03:30" },
    nextAt: due,
    runs: 0,
  });
  expect(await stored("payments.sweep")).toMatchObject({ schedule: { kind: "each worker", seconds: 1 }, queue: null });
  await Promise.all(workers.map((worker) => worker.stop()));
});

test("what failed for good stands there with its reason until the same is done; counts are of all workers", async () => {
  const [one, other] = [aLog(), aLog()];
  await one.announce();
  const session = { sessionId: "0123456789abcdef01234567", trace: "a" };

  one.begin("session.settle", session)(new Error("MongoDB is away, asked by 9876543210"), true);
  other.begin("session.settle", { ...session, sessionId: "1123456789abcdef01234567" })();

  await eventually(async () =>
    expect(await stored("session.settle")).toMatchObject({
      failures: 1,
      lastFailedAt: expect.any(Date),
      reason: "MongoDB is away, asked by [phone]",
      failed: [{ payload: session, reason: "MongoDB is away, asked by [phone]", retriedAt: null }],
      latest: [{ reason: "MongoDB is away, asked by [phone]" }],
    }),
  );

  other.begin("session.settle", { ...session, trace: "b" })();
  await Promise.all([one.stop(), other.stop()]);

  expect(await stored("session.settle")).toMatchObject({
    runs: 3,
    failures: 1,
    failed: [],
    lastDoneAt: expect.any(Date),
  });
});

test("an attempt that is tried again by itself counts as failed, and waits for nobody", async () => {
  const worker = aLog();
  await worker.announce();

  worker.begin("secrets.forget")(new Error("connection reset"), false);
  worker.begin("secrets.forget")();
  await worker.stop();

  expect(await stored("secrets.forget")).toMatchObject({
    runs: 2,
    failures: 1,
    failed: [],
    reason: "connection reset",
    nextAt: due,
  });
  expect((await stored("secrets.forget"))?.latest.map(({ reason }) => reason).sort()).toEqual([
    "connection reset",
    null,
  ]);
});

test("of what runs all the time failures alone are kept one by one, when they begin; what is kept is bounded", async () => {
  const worker = aLog();
  await worker.announce();

  for (let n = 0; n < 1_000; n += 1) worker.begin("payments.sweep")();
  for (let n = 0; n < 30; n += 1) {
    worker.begin("payments.sweep")(new Error(`outage ${n}`));
    worker.begin("payments.sweep")(new Error(`outage ${n}`));
    worker.begin("payments.sweep")();
  }
  for (let n = 0; n < 80; n += 1) worker.begin("machine.advance", { vendingMachineId: `M${n}` })(new Error("no"), true);
  await worker.stop();

  const [sweep, advance] = [await stored("payments.sweep"), await stored("machine.advance")];
  expect(sweep).toMatchObject({ runs: 1_090, failures: 60, failed: [] });
  expect(sweep?.latest).toHaveLength(20);
  expect(advance?.failed.map(({ payload }) => payload.vendingMachineId)).toEqual(
    Array.from({ length: 50 }, (_, n) => `M${n + 30}`),
  );
});

test("what ended while MongoDB was away is recorded afterwards", async () => {
  const bulkWrite = vi.fn().mockRejectedValueOnce(new Error("no primary"));
  const { jobs: kept } = mongo.collections;
  const away = { bulkWrite: (...given: Parameters<typeof kept.bulkWrite>) => bulkWrite() ?? kept.bulkWrite(...given) };
  const worker = aLog({ ...mongo, collections: { ...mongo.collections, jobs: away as unknown as typeof kept } });
  await aLog().announce();

  worker.begin("secrets.forget")(new Error("no primary"), true);
  await eventually(() => expect(bulkWrite).toHaveBeenCalledTimes(1));
  worker.begin("secrets.forget")();
  await worker.stop();

  expect(await stored("secrets.forget")).toMatchObject({ runs: 2, failures: 1, failed: [] });
});

test("what takes longer than a second is shown as running", async () => {
  const worker = aLog();
  await worker.announce();
  const ended = worker.begin("tallies.rebuild");

  await eventually(async () => expect((await stored("tallies.rebuild"))?.runningSince).toBeInstanceOf(Date));
  ended();

  await eventually(async () => expect(await stored("tallies.rebuild")).toMatchObject({ runs: 1, runningSince: null }));
  await worker.stop();
});

test("a job that ends while it is noted as running does not stand there as running", async () => {
  let answer: (time: number) => void = () => undefined;
  const slow = new Promise<number>((resolve) => {
    answer = resolve;
  });
  const serverTime = vi.fn(async () => now).mockReturnValueOnce(slow);
  const worker = createJobLog({
    mongo: { collections: mongo.collections, serverTime },
    queues: { nextOf: async () => due },
    log,
    sweepEveryMs: 1_000,
    flushEveryMs: 3_600_000,
  });
  await worker.announce();
  const end = worker.begin("sales.rebuild");
  await eventually(() => expect(serverTime).toHaveBeenCalled());
  end();
  await eventually(async () => expect(await stored("sales.rebuild")).toMatchObject({ runs: 1 }));

  const noted = vi.spyOn(mongo.collections.jobs, "updateOne");
  answer(now);

  await eventually(() => expect(noted).toHaveBeenCalled());
  await noted.mock.results[0]?.value;
  await eventually(async () => expect(await stored("sales.rebuild")).toMatchObject({ runningSince: null }));
  noted.mockRestore();
  await worker.stop();
});
