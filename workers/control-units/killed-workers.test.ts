import type { ChildProcess } from "node:child_process";
import type { ObjectId } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { shareDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { forkWorkers } from "./testing/fork-workers.ts";
import { setUpApp } from "./testing/worker-app.ts";

const processes: ChildProcess[] = [];

const startProcess = async (): Promise<ChildProcess> => {
  const child = await forkWorkers({
    database: app.database,
    prefix: app.name,
    sweepsEveryMs: { "sessions.sweep": 200 },
  });
  processes.push(child);
  return child;
};

const app = setUpApp({ workers: 0 });
// The server may end the killed process's operations after it.
beforeAll(() => void shareDatabase(app.database));
afterAll(async () => {
  for (const child of processes) child.kill("SIGKILL");
});

test("workers that are killed again and again leave nothing lying, and nothing is sent twice", async () => {
  const machines = await Promise.all(Array.from({ length: 12 }, () => app.plant()));
  app.gateway.onCommand(async ({ session }) => {
    for (const fact of ["acknowledged", "opened", "closed"] as const) await app.gateway.fact(session, 1, fact);
  });
  const workers = await Promise.all([startProcess(), startProcess()]);

  const given: ObjectId[] = [];
  const ended = () => app.sessions.countDocuments({ _id: { $in: given }, status: "completed" });
  let kills = 0;
  for (let i = 0; i < 3; i += 1) {
    for (const machine of machines) given.push(await app.give(machine, "open"));
    // In the middle of whatever it does.
    workers[i % 2]?.kill("SIGKILL");
    kills += 1;
    workers[i % 2] = await startProcess();
  }

  await eventually(async () => expect(await ended()).toBe(36), { timeout: 60_000, interval: 100 });
  expect(kills).toBe(3);
  expect(await app.commands.countDocuments({ session: { $in: given } })).toBe(36);
  expect(app.gateway.sent).toHaveLength(36);
  for (const { machine } of machines) {
    const inOrder = await app.sessions.find({ machine }).sort({ createdAt: 1, _id: 1 }).toArray();
    let opened = 0;
    for (const { _id, startedAt, hasTurn } of inOrder) {
      expect(hasTurn).toBe(false);
      expect(startedAt?.getTime()).toBeGreaterThanOrEqual(opened);
      opened = (await app.rows(_id))[0]?.facts.opened?.receivedAt.getTime() ?? Number.NaN;
    }
  }
}, 120_000);
