import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { ObjectId } from "mongodb";
import { afterAll, expect, test } from "vitest";
import { testEnv } from "#shared/runtime/testing/service-config.ts";
import { until } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { bundled } from "../../scripts/testing/bundled.ts";
import { startPrivateServices } from "../../scripts/testing/private-services.ts";
import { openReportFixture } from "./testing/report.fixture.ts";

const children: ChildProcess[] = [];
/** Servers of its own: the one that tests share forgets within seconds, and a slow report would fail for its moment. */
const stores = setUp(startPrivateServices);
const fixture = setUp(() => openReportFixture(12_000, stores.mongodbUri));
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
});

/** A report worker as the launcher starts it; resolves when it is ready. */
const startWorker = async (): Promise<ChildProcess> => {
  const { PATH = "" } = process.env;
  const child = fork(await bundled("workers/reports/testing/report-worker-process.ts"), {
    execArgv: ["--max-old-space-size=256"],
    env: testEnv({ PATH, TEST_DATABASE: fixture.database, MONGODB_URI: stores.mongodbUri, REDIS_URL: stores.redisUrl }),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  children.push(child);
  await once(child, "message");
  return child;
};

test("a report whose worker is killed in its middle begins anew, and there is one whole file", async () => {
  const { reports } = fixture.mongo.collections;
  const first = await startWorker();
  const id = await fixture.request();
  await until("the first worker is at it", async () => (await fixture.report(id)).state === "running", 200_000);
  const ended = once(first, "exit");
  first.kill("SIGKILL");
  await ended;
  const killed = await fixture.report(id);
  expect(killed).toMatchObject({ state: "running", attempts: 1, file: null });

  // Nobody waits for a quarter of a minute to see that it says nothing.
  await reports.updateOne({ _id: id }, { $set: { heldUntil: new Date(0) } });
  const second = await startWorker();
  await until("the second one has ended", async () => (await fixture.report(id)).state !== "running", 200_000);

  const { file, rows, attempts, state, error } = await fixture.report(id);
  expect({ rows, attempts, state, error }).toEqual({ rows: 12_000, attempts: 2, state: "done", error: "" });
  expect(file).toBeInstanceOf(ObjectId);
  // The second worker sweeps as it looks for work: with its next look nothing of the first is left.
  await fixture.files.sweep();
  expect(await fixture.stored()).toEqual([String(file)]);

  const gone = once(second, "exit");
  second.disconnect();
  expect(await gone).toEqual([0, null]);
}, 300_000);
