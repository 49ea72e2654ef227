import { randomBytes } from "node:crypto";
import { Queue } from "bullmq";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import { connectRedis } from "#shared/runtime/redis.ts";
import { keysOfTests } from "#shared/runtime/testing/redis-of-tests.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUnit, aUser } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { giveDatabaseBack, takeDatabase } from "../scripts/migrate/testing/test-databases.ts";
import { type RunningWorkers, startWorkers } from "./start.ts";

const log = createLogger("workers", "silent");
const name = `w${randomBytes(6).toString("hex")}`;
let workers: RunningWorkers;
let database: string;
let redis: ReturnType<typeof connectRedis>;
let housekeeping: Queue;

beforeAll(async () => {
  const config = serviceConfig();
  database = await takeDatabase(config.MONGODB_URI);
  workers = await startWorkers(config, { log, database, prefix: name });
  redis = connectRedis(inject("redisUrl"), "fast", log);
  housekeeping = new Queue("housekeeping", { connection: redis, prefix: keysOfTests(name).queue("housekeeping") });
});
afterAll(async () => {
  await housekeeping.close();
  redis.disconnect();
  await workers.stop();
  await giveDatabaseBack(inject("mongodbUri"), database);
});

const unit = (until: Date) => aUnit(null, { sealedSecret: { box: "box", until }, rev: 3 });

test("a secret that was not fetched within its time is forgotten, a younger one stays", async () => {
  const { units } = workers.mongo.collections;
  const old = unit(new Date(Date.now() - 1_000));
  const young = unit(new Date(Date.now() + 3_600_000));
  await units.insertMany([old, young]);

  await workers.queues.add("secrets.forget", {});

  await eventually(async () =>
    expect(await units.findOne({ _id: old._id })).toMatchObject({ sealedSecret: null, rev: 3 }),
  );
  expect(await units.findOne({ _id: young._id })).toMatchObject({ sealedSecret: { box: "box" } });
});

test("the days of the orders are counted, by whichever worker's job", async () => {
  const { orders, dayTallies } = workers.mongo.collections;
  const [user, machine] = [aUser({ role: "customer" }), aMachine()];
  const day = new Date("2026-03-04T00:00:00Z");
  const hours = [7, 7, 9];
  await orders.insertMany(
    hours.map((hour) =>
      anOrder(user, machine, { time: new Date(day.getTime() + hour * 3_600_000), changedAt: new Date() }),
    ),
  );

  await workers.queues.add("tallies.count", {});

  const counted = async () => {
    const found = await dayTallies.find({ list: "orders", day }).sort({ machine: 1, hour: 1 }).toArray();
    return found.map(({ machine: of, hour, rows, kinds }) => [of, hour, rows, kinds]);
  };
  const waiting = (rows: number) => ({ processing: { rows, sum: 0 } });
  await eventually(async () =>
    expect(await counted()).toEqual([
      [null, null, 3, waiting(3)],
      [null, 7, 2, waiting(2)],
      [null, 9, 1, waiting(1)],
      [machine._id, null, 3, waiting(3)],
    ]),
  );
});

test("what recurs is scheduled once, however many workers start", async () => {
  await workers.queues.schedule("Asia/Kolkata");

  const schedulers = await housekeeping.getJobSchedulers();
  const found = schedulers.map(({ key, every }) => ({ key, every: Number(every) }));
  expect(found.toSorted((one, other) => other.every - one.every)).toEqual([
    { key: "secrets.forget", every: 600_000 },
    { key: "reports.repeat", every: 30_000 },
  ]);
});

test.each([
  ["an unknown job", "no.such.job", {}, "there is no job named no.such.job"],
  ["a payload that is not an object", "secrets.forget", [1], "the payload of secrets.forget is not right"],
])("%s fails at once and is not tried again", async (_, job, payload, reason) => {
  const added = await housekeeping.add(job, payload, { attempts: 3 });

  await eventually(async () => expect(await added.getState()).toBe("failed"));
  const failed = await housekeeping.getJob(added.id ?? "");
  expect(failed?.failedReason).toContain(reason);
  expect(failed?.attemptsMade).toBe(1);
});
