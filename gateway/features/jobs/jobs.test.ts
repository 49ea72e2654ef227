import { Queue } from "bullmq";
import { ObjectId } from "mongodb";
import supertest from "supertest";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aJob } from "#shared/runtime/testing/stored-jobs.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator } from "../../testing/operator.ts";

let queue: Queue;
const gateway = setUpGateway();
const staff = setUpOperator(gateway, "staff");
const admin = setUpOperator(gateway, "admin");
beforeAll(async () => {
  queue = new Queue("control-units", {
    connection: gateway.parts.redis,
    prefix: gateway.parts.keys.queue("control-units"),
  });
});
afterAll(() => queue?.close());

const failure = (vendingMachineId: string) => ({
  key: JSON.stringify({ vendingMachineId }),
  payload: { vendingMachineId, trace: "t" },
  at: new Date(gateway.parts.clock.now() - 60_000),
  reason: "MongoDB did not answer in time",
  retriedAt: null,
});
const waiting = async () => (await queue.getJobs(["waiting"])).map(({ name, data }) => [name, data.vendingMachineId]);

test("what failed is tried again once, by an admin, however often they request it; the audit names them", async () => {
  const { jobs, audit } = gateway.stores;
  const job = aJob({
    name: "machine.advance",
    schedule: { kind: "asked" },
    failed: [failure("KOC-0001"), failure("KOC-0002")],
  });
  await jobs.insertOne(job);
  const path = `/jobs/${job._id}/retry`;
  const keyed = () => admin.post(path).set("idempotency-key", "one-click");

  expect((await staff.post(path)).body.error).toBe("Only an admin may retry a job");
  const [one, same, more] = await Promise.all([keyed(), keyed(), admin.post(path)]);

  const statuses = [one.status, same.status, more.status];
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
  expect(statuses.filter((status) => ![200, 409].includes(status))).toEqual([]);
  expect((await waiting()).sort()).toEqual([
    ["machine.advance", "KOC-0001"],
    ["machine.advance", "KOC-0002"],
  ]);
  expect((await admin.post(path)).body).toMatchObject({
    success: false,
    code: expect.any(String),
    error: "It is being tried again",
  });
  expect(await audit.find({ verb: "job.retried", "record.id": `${job._id}` }).toArray()).toMatchObject([
    { actor: { kind: "operator", id: admin.userId } },
  ]);
  const shown = (await staff.get("/jobs")).body.jobs.find(({ _id }: { _id: string }) => _id === `${job._id}`);
  expect(shown.failed).toMatchObject([
    { about: "KOC-0001", reason: "MongoDB did not answer in time", retriedAt: expect.any(String) },
    { about: "KOC-0002", retriedAt: expect.any(String) },
  ]);
});

test("a job that is fine, and one that is not there, say so", async () => {
  const job = aJob({ name: "tallies.count" });
  await gateway.stores.jobs.insertOne(job);

  const fine = await admin.post(`/jobs/${job._id}/retry`);
  const none = await admin.post(`/jobs/${new ObjectId()}/retry`);

  expect([fine.status, fine.body.error]).toEqual([409, "Nothing of this job has failed"]);
  expect([none.status, none.body.error]).toEqual([404, expect.stringContaining("There is no job")]);
});

test("all of them are listed with the zone of their times, and counted in /metrics", async () => {
  const { jobs } = gateway.stores;
  const now = gateway.parts.clock.now();
  await jobs.insertOne(
    aJob({
      runs: 7,
      failures: 2,
      lastMs: 1_500,
      nextAt: new Date(now - 150_000),
      lastDoneAt: new Date(now - 600_000),
      lastFailedAt: new Date(now - 5_000),
    }),
  );

  const { body } = await staff.get("/jobs");
  expect(body).toMatchObject({ timeZone: "Asia/Kolkata" });
  expect(body.kept).toContainEqual({ what: expect.stringContaining("History"), days: 90 });
  expect(body.jobs).toContainEqual(
    expect.objectContaining({ name: "secrets.forget", runs: 7, latest: [], failed: [] }),
  );
  const { text } = await supertest(gateway.url).get("/metrics");
  const figures = text.split("\n").filter((line: string) => line.includes('job="secrets.forget"'));
  expect(figures).toEqual([
    'cansole_job_runs{job="secrets.forget"} 7',
    'cansole_job_failures{job="secrets.forget"} 2',
    'cansole_job_failing{job="secrets.forget"} 1',
    'cansole_job_overdue{job="secrets.forget"} 1',
    'cansole_job_last_seconds{job="secrets.forget"} 1.5',
    expect.stringMatching(/^cansole_job_success_age_seconds\{job="secrets.forget"\} 60\d/),
  ]);
});
