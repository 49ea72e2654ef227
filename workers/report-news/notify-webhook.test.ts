import { createHmac, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Queue } from "bullmq";
import { ObjectId } from "mongodb";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import { connectRedis } from "#shared/runtime/redis.ts";
import { keysOfTests } from "#shared/runtime/testing/redis-of-tests.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { aReport } from "#shared/runtime/testing/stored-reports.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { giveDatabaseBack, takeDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { openFarEnd } from "../../scripts/testing/far-end.ts";
import { startReportWorker } from "../reports/start.ts";
import { type RunningWorkers, startWorkers } from "../start.ts";

const log = createLogger("workers", "silent");
const name = `h${randomBytes(6).toString("hex")}`;
const previousSecret = "the secret that it replaces, for a while";
const secret = "the secret that signs what is told of reports";
const redis = connectRedis(inject("redisUrl"), "fast", log);
const queue = new Queue("report-news", { connection: redis, prefix: keysOfTests(name).queue("report-news") });
const heard: { body: string; headers: IncomingHttpHeaders }[] = [];
let answers: number[] = [];
const far = setUp(() =>
  openFarEnd(({ body, headers }, reply) => {
    heard.push({ body, headers });
    const status = answers.shift() ?? 204;
    reply.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end();
  }),
);
let config: ReturnType<typeof serviceConfig>;
let database: string;
let workers: RunningWorkers;
let reportWorker: Awaited<ReturnType<typeof startReportWorker>>;

beforeAll(async () => {
  config = serviceConfig({
    CONSOLE_URL: "https://console.example.com/",
    REPORT_WEBHOOK_URL: `${far.url}/told?key=of-the-far-end`,
    REPORT_WEBHOOK_SECRET: secret,
    REPORT_WEBHOOK_SECRET_PREVIOUS: previousSecret,
  });
  database = await takeDatabase(config.MONGODB_URI);
  workers = await startWorkers(config, { log, database, prefix: name });
  reportWorker = await startReportWorker(config, { log, database, prefix: name, lookEveryMs: 200 });
});
afterEach(() => {
  heard.length = 0;
  answers = [];
});
afterAll(async () => {
  await reportWorker?.stop();
  await workers?.stop();
  await giveDatabaseBack(config.MONGODB_URI, database);
  await queue.close();
  redis.disconnect();
});

const reports = () => workers.mongo.collections.reports;
const job = () => workers.mongo.collections.jobs.findOne({ name: "report.tell" });

test("the webhook is notified that a report is ready, with a signature that proves it, and nothing of its contents", async () => {
  const report = aReport({ reportType: null, filters: { phone: "9876543210" } });
  await reports().insertOne(report);
  await eventually(() => expect(heard).toHaveLength(1));

  const [{ body, headers } = { body: "", headers: {} }] = heard;
  const done = await reports().findOne({ _id: report._id });
  expect(JSON.parse(body)).toEqual({
    event: "report.ready",
    report: report._id.toHexString(),
    operator: report.by.toHexString(),
    title: "Orders",
    format: "xlsx",
    rows: 0,
    bytes: done?.bytes,
    repeated: false,
    readyAt: done?.endedAt?.toISOString(),
    link: "https://console.example.com/inventory/v1.2/downloads",
  });
  expect(body).not.toContain("9876543210");
  const [, seconds, signature, previous] =
    /^t=(\d+),v1=([\da-f]{64}),v1=([\da-f]{64})$/.exec(String(headers["cansole-signature"])) ?? [];
  expect(Math.abs(Number(seconds) - Date.now() / 1_000)).toBeLessThan(60);
  expect(signature).toBe(createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex"));
  expect(previous).toBe(createHmac("sha256", previousSecret).update(`${seconds}.${body}`).digest("hex"));
  await eventually(async () => expect(await reports().findOne({ _id: report._id })).not.toHaveProperty("delivery"));
});

test("what the webhook does not take never fails a report: it is tried again, stands among the jobs, and is done in the end", async () => {
  answers = [503, 302, 500];
  const report = aReport({ schedule: new ObjectId() });
  await reports().insertOne(report);
  await eventually(() => expect(heard).toHaveLength(1));
  const stored = () => reports().findOne({ _id: report._id });
  await eventually(async () => expect(await stored()).toMatchObject({ state: "done", delivery: "handed over" }));
  await eventually(async () => expect(await job()).toMatchObject({ reason: "The webhook answered 503" }));

  // Its pauses grow from half a minute: nobody waits for them here.
  const [waiting] = await queue.getDelayed();
  expect(waiting?.opts).toMatchObject({ attempts: 8, backoff: { type: "exponential", delay: 30_000 } });
  for (let tried = 2; tried <= 4; tried += 1) {
    await eventually(async () => expect(await queue.getDelayed()).toHaveLength(1));
    const [delayed] = await queue.getDelayed();
    await delayed?.promote();
    await eventually(() => expect(heard).toHaveLength(tried));
  }
  await eventually(async () => expect(await stored()).not.toHaveProperty("delivery"));
  await eventually(async () => expect((await job())?.latest[0]?.reason).toBeNull());
  const reasons = (await job())?.latest.map(({ reason }) => reason);
  expect(reasons).toEqual(expect.arrayContaining(["The webhook answered 302", "The webhook answered 500", null]));
  expect(JSON.stringify(reasons)).not.toContain("of-the-far-end");
  expect(JSON.parse(heard[0]?.body ?? "{}")).toMatchObject({ repeated: true, title: "Order" });
  expect(new Set(heard.map(({ body }) => body)).size).toBe(1);
});

test("what a killed report worker did not hand over is handed over by the next one", async () => {
  const report = aReport({ state: "done", delivery: "due", endedAt: new Date(), progress: 100 });
  await reports().insertOne(report);
  await eventually(() => expect(heard.map(({ body }) => JSON.parse(body).report)).toEqual([report._id.toHexString()]));
});
