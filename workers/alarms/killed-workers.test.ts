import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aRequest } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { shareDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { forkWorkers } from "../control-units/testing/fork-workers.ts";
import { setUpApp } from "../control-units/testing/worker-app.ts";
import { stepsOf } from "./testing/alarms.fixture.ts";

const processes: ChildProcess[] = [];
const app = setUpApp({ workers: 0 });
// What a killed process had begun, the server may end after it.
beforeAll(() => shareDatabase(app.database));
afterAll(() => {
  for (const child of processes) child.kill("SIGKILL");
});

const startProcess = async (): Promise<ChildProcess> => {
  const child = await forkWorkers({ database: app.database, prefix: app.name, sweepEveryMs: 100 });
  processes.push(child);
  return child;
};

test("workers that are killed again and again raise each alarm once and clear it once", async () => {
  const { registrationRequests, alarms } = app.collections;
  const of = { kind: "unit-waiting" as const };
  const workers = await Promise.all([startProcess(), startProcess()]);
  let asked = 0;
  for (let i = 0; i < 3; i += 1) {
    await registrationRequests.insertMany(Array.from({ length: 50 }, () => aRequest()));
    asked += 50;
    workers[i % 2]?.kill("SIGKILL");
    workers[i % 2] = await startProcess();
  }
  await eventually(async () => expect(await alarms.countDocuments({ ...of, state: "open" })).toBe(asked), {
    timeout: 60_000,
  });

  await registrationRequests.deleteMany({});
  workers[0]?.kill("SIGKILL");
  await eventually(async () => expect(await alarms.countDocuments({ ...of, state: "cleared" })).toBe(asked), {
    timeout: 60_000,
  });
  const all = await alarms.find(of).toArray();
  expect(all).toHaveLength(asked);
  expect(new Set(all.map((alarm) => stepsOf(alarm).join()))).toEqual(new Set(["raised,cleared"]));
}, 180_000);
