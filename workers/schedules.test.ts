import { randomBytes } from "node:crypto";
import { Queue } from "bullmq";
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from "vitest";
import { isJobName, jobs } from "#shared/jobs/catalogue.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { createQueues, type Queues } from "#shared/runtime/queues.ts";
import { connectRedis } from "#shared/runtime/redis.ts";
import { keysOfTests, removeLike } from "#shared/runtime/testing/redis-of-tests.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { aJob } from "#shared/runtime/testing/stored-jobs.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { giveDatabaseBack, setUpDatabase, takeDatabase } from "../scripts/migrate/testing/test-databases.ts";
import { createSchedules } from "./schedules.ts";
import { startWorkers } from "./start.ts";

const log = createLogger("workers", "silent");
const timeZone = "Asia/Kolkata";
const never = 3_600_000;
const recurring = Object.keys(jobs)
  .filter(isJobName)
  .filter((name) => jobs[name].schedule)
  .toSorted();
const prefix = `s${randomBytes(6).toString("hex")}`;
const keys = keysOfTests(prefix);
const mongo = setUpDatabase();
let redis: ReturnType<typeof connectRedis>;
let queues: Queues;
let sales: Queue;

beforeAll(() => {
  redis = connectRedis(inject("redisUrl"), "fast", log);
  queues = createQueues(redis, keys, log);
  sales = new Queue("sales", { connection: redis, prefix: keys.queue("sales") });
});
beforeEach(() => lose(prefix));
afterAll(async () => {
  await sales.close();
  await queues.close();
  redis.disconnect();
});

/** As FLUSHALL, for those that share the server. */
const lose = (whose: string): Promise<void> => removeLike(redis, `*${whose}*`);
const scheduled = async (): Promise<string[]> => {
  const next = await Promise.all(recurring.map(async (name) => [name, await queues.nextOf(name)] as const));
  return next.flatMap(([name, at]) => (at ? [name] : []));
};
const looking = async (everyMs: number) => {
  const schedules = createSchedules({ mongo, queues, redis, log, timeZone, everyMs });
  onTestFinished(schedules.stop);
  await schedules.start();
  return schedules;
};

test("all that recurs is scheduled again after Redis lost it, with the next look", async () => {
  await looking(50);
  expect(await scheduled()).toEqual(recurring);

  await lose(prefix);

  await eventually(async () => expect(await scheduled()).toEqual(recurring));
});

test("a connection that stands anew is a reason to look at once", async () => {
  await looking(never);
  await lose(prefix);

  redis.disconnect(true);

  await eventually(async () => expect(await scheduled()).toEqual(recurring));
});

test("workers go on with what recurs after Redis was emptied, and run it", async () => {
  const config = serviceConfig();
  const database = await takeDatabase(config.MONGODB_URI);
  const name = `w${randomBytes(6).toString("hex")}`;
  const often = { scheduleEveryMs: 100, jobLogEveryMs: 100 };
  const workers = await startWorkers(config, { log, database, prefix: name, ...often });
  onTestFinished(async () => {
    await workers.stop();
    await giveDatabaseBack(config.MONGODB_URI, database);
  });
  const runs = async () => (await workers.mongo.collections.jobs.findOne({ name: "sales.count" }))?.runs ?? 0;
  await eventually(async () => expect(await runs()).toBeGreaterThan(0));

  await lose(name);

  const before = await runs();
  await eventually(async () => expect(await runs()).toBeGreaterThan(before + 1));
});

test("what is scheduled as it should be is left alone, also while it waits to be taken", async () => {
  expect((await queues.schedule(timeZone)).toSorted()).toEqual(recurring);
  const [daily] = (await sales.getDelayed()).filter(({ name }) => name === "sales.rebuild");
  await daily?.promote();

  expect(await queues.schedule(timeZone)).toEqual([]);

  expect(await daily?.getState()).toBe("waiting");
});

test("a schedule that is another is put right, one that nobody knows goes", async () => {
  await queues.schedule(timeZone);
  await sales.upsertJobScheduler("sales.count", { every: 77_000 }, { name: "sales.count", opts: { attempts: 1 } });
  await sales.upsertJobScheduler(
    "sales.rebuild",
    { pattern: "0 4 * * *", tz: "Europe/Oslo" },
    { name: "sales.rebuild" },
  );
  await sales.upsertJobScheduler("sales.once", { every: 1_000 }, { name: "sales.once" });

  expect(await queues.schedule(timeZone)).toEqual(["sales.count", "sales.rebuild"]);

  expect((await sales.getJobSchedulers()).map(({ key, every, tz }) => ({ key, every, tz }))).toEqual(
    expect.arrayContaining([
      { key: "sales.count", every: 2_000, tz: undefined },
      { key: "sales.rebuild", every: undefined, tz: timeZone },
    ]),
  );
  expect(await sales.getJobSchedulersCount()).toBe(2);
});

test("a schedule whose next job was lost gets another", async () => {
  await queues.schedule(timeZone);
  const [daily] = (await sales.getDelayed()).filter(({ name }) => name === "sales.rebuild");
  await redis.zrem(`${keys.queue("sales")}:sales:delayed`, daily?.id ?? "");
  await redis.del(`${keys.queue("sales")}:sales:${daily?.id}`);
  await redis.zadd(`${keys.queue("sales")}:sales:repeat`, Date.now() - 120_000, "sales.rebuild");

  expect(await queues.schedule(timeZone)).toEqual(["sales.rebuild"]);

  expect((await sales.getDelayed()).map(({ name }) => name)).toContain("sales.rebuild");
  expect(await queues.schedule(timeZone)).toEqual([]);
});

test("a recurring job that nobody began is overdue, one that is being done or has no schedule is not", async () => {
  const now = await mongo.serverTime();
  const [long, short] = [new Date(now - 150_000), new Date(now - 60_000)];
  await mongo.collections.jobs.insertMany([
    aJob({ name: "sales.count", nextAt: long }),
    aJob({ name: "sales.rebuild", nextAt: long, runningSince: long, timeLimitSeconds: 3_600 }),
    aJob({ name: "tallies.count", nextAt: short }),
    aJob({ name: "machine.advance" }),
  ]);
  const schedules = await looking(never);

  expect(await schedules.overdue()).toEqual(["sales.count"]);
});
