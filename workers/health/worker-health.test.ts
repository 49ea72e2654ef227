import { randomBytes } from "node:crypto";
import supertest from "supertest";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import type { ServiceConfig } from "#shared/runtime/config.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { version } from "#shared/runtime/version.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { migrateForTests } from "../../scripts/migrate/testing/migrate-for-tests.ts";
import { openSilentLine } from "../../scripts/testing/silent-line.ts";
import { startSingleStores } from "../../scripts/testing/single-stores.ts";
import { startReportWorker } from "../reports/start.ts";
import { startWorkers } from "../start.ts";

const log = createLogger("workers", "silent");
const name = `x${randomBytes(6).toString("hex")}`;
const METRICS_TOKEN = "a token of the tests, for figures";
const options = { log, database: name, prefix: name, healthPort: 0, sweepEveryMs: 500 };
let config: ServiceConfig;
const running: { stop: () => Promise<void> }[] = [];
let workers: Awaited<ReturnType<typeof startWorkers>>;
let reports: Awaited<ReturnType<typeof startReportWorker>>;

const stores = setUp(startSingleStores);
const mongoLine = setUp(() => openSilentLine(stores.mongodbUri.replace("mongodb://", "http://")));
const redisLine = setUp(() => openSilentLine(stores.redisUrl));
beforeAll(async () => {
  config = serviceConfig({
    // The set's own address would lead past the line.
    MONGODB_URI: `mongodb://${mongoLine.host}/${name}?directConnection=true`,
    REDIS_URL: `redis://${redisLine.host}`,
    METRICS_TOKEN,
  });
  await migrateForTests(stores.mongodbUri, name);
  workers = await startWorkers(config, options);
  reports = await startReportWorker(config, options);
  running.push(workers, reports);
});
afterEach(async () => {
  for (const line of [mongoLine, redisLine]) line.speak();
  for (const one of [workers, reports])
    await eventually(async () => expect((await probe(one, "/readyz")).status).toBe(200));
});
afterAll(async () => {
  for (const line of [mongoLine, redisLine]) line?.speak();
  await workers?.mongo.db.dropDatabase();
  for (const one of running) await one.stop();
});

type Service = { healthPort: number | null };
const probe = ({ healthPort }: Service, path: string, headers: Record<string, string> = {}) =>
  supertest(`http://127.0.0.1:${healthPort}`).get(path).set(headers);
const ready = { success: true, mongodb: "up", redis: "up", queues: "up", version };
/** Workers look after what recurs; report workers have nothing that does. */
const readyOf = (service: Service) => (service === reports ? ready : { ...ready, schedules: "up" });

test("each worker process serves its health at a port of its own, several on one machine", async () => {
  const third = await startWorkers(config, options);
  onTestFinished(third.stop);
  const services: Service[] = [workers, reports, third];
  expect(new Set(services.map(({ healthPort }) => healthPort)).size).toBe(3);
  for (const service of services) {
    expect((await probe(service, "/healthz")).body).toEqual({ success: true, status: "up" });
    await eventually(async () => expect((await probe(service, "/readyz")).body).toEqual(readyOf(service)));
    expect((await probe(service, "/users")).status).toBe(404);
  }
});

test("nobody is served where no port is configured", async () => {
  const quiet = await startReportWorker(config, { log, database: name, prefix: name });
  running.push(quiet);
  expect(quiet.healthPort).toBeNull();
});

test("the metrics count this process's jobs and its queues", async () => {
  await workers.queues.add("secrets.forget", {});
  await eventually(async () => {
    const { text, headers } = await probe(workers, "/metrics");
    expect(headers["content-type"]).toContain("text/plain");
    expect(text).toMatch(/^cansole_worker_jobs_total\{job="secrets.forget",outcome="done",room="workers"\} [1-9]/m);
    expect(text).toMatch(/^cansole_worker_job_seconds_count\{room="workers",job="presence.sweep"\} [1-9]/m);
    expect(text).toMatch(/^cansole_queue_jobs\{queue="housekeeping",state="delayed",room="workers"\} \d/m);
    expect(text).not.toMatch(/queue="reports"/);
    for (const part of ["mongodb", "redis", "queues"])
      expect(text).toContain(`cansole_part_up{part="${part}",room="workers"} 1`);
  });
  const { text } = await probe(reports, "/metrics");
  expect(text).toMatch(/^cansole_queue_jobs\{queue="reports",state="waiting",room="reports"\} \d/m);
  expect(text).toContain("cansole_process_resident_memory_bytes");
});

test("figures are for insiders", async () => {
  const elsewhere = { "x-forwarded-for": "203.0.113.7" };
  const refused = await probe(workers, "/metrics", elsewhere);
  expect([refused.status, refused.body.success]).toEqual([403, false]);
  expect((await probe(workers, "/metrics", { ...elsewhere, authorization: `Bearer ${METRICS_TOKEN}` })).status).toBe(
    200,
  );
  expect((await probe(workers, "/readyz", elsewhere)).status).toBe(200);
});

test("Redis that falls silent is noticed, and its replaced connections as well", async () => {
  redisLine.silence({ newOnes: true });
  for (const service of [workers, reports])
    await eventually(async () => {
      const { status, body } = await probe(service, "/readyz");
      expect([status, body]).toEqual([503, expect.objectContaining({ success: false, redis: "down", queues: "down" })]);
      expect(body.error).toContain("redis");
    });
  const { text } = await probe(workers, "/metrics");
  expect(text).toContain('cansole_part_up{part="redis",room="workers"} 0');
  expect(text).toMatch(
    /^cansole_store_connections_lost_total\{store="redis",use="(commands|queues)",room="workers"\} [1-9]/m,
  );
  expect((await probe(workers, "/healthz")).status).toBe(200);
});

test("a connection on which jobs are waited for is replaced when it falls silent, counted, and goes on", async () => {
  const lost = async () => {
    const { text } = await probe(workers, "/metrics");
    return Number(/^cansole_store_connections_lost_total\{store="redis",use="queues",.* (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  const done = async () => {
    const { text } = await probe(workers, "/metrics");
    return Number(/^cansole_worker_jobs_total\{job="secrets.forget",outcome="done",.* (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  const [lostBefore, doneBefore] = [await lost(), await done()];
  await eventually(() => expect(redisLine.connections("bzpopmin")).toBeGreaterThan(1));
  expect(redisLine.silence({ whichSaid: "bzpopmin" })).toBeGreaterThan(1);
  await eventually(async () => expect(await lost()).toBeGreaterThan(lostBefore), { timeout: 60_000 });
  await workers.queues.add("secrets.forget", {});
  await eventually(async () => expect(await done()).toBeGreaterThan(doneBefore), { timeout: 60_000 });
});

test("MongoDB that falls silent is noticed", async () => {
  mongoLine.silence({ newOnes: true });
  for (const service of [workers, reports]) {
    const { status, body } = await probe(service, "/readyz");
    expect([status, body]).toEqual([
      503,
      { ...readyOf(service), success: false, mongodb: "down", error: "Not ready: mongodb" },
    ]);
  }
});

test("a recurring job that does not come makes workers unready, until it is done", async () => {
  const { jobs } = workers.mongo.collections;
  const { nextAt } = (await jobs.findOne({ name: "tallies.rebuild" })) ?? {};
  await jobs.updateOne({ name: "tallies.rebuild" }, { $set: { nextAt: new Date(Date.now() - 180_000) } });

  const { status, body } = await probe(workers, "/readyz");

  expect([status, body.error, body.schedules]).toEqual([503, "Not ready: schedules", "down"]);
  expect((await probe(reports, "/readyz")).status).toBe(200);
  expect((await probe(workers, "/metrics")).text).toContain('cansole_part_up{part="schedules",room="workers"} 0');
  await jobs.updateOne({ name: "tallies.rebuild" }, { $set: { nextAt: nextAt ?? null } });
});
