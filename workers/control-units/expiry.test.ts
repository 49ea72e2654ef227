import { expect, test } from "vitest";
import { commandLimits } from "#shared/control-units/row.rules.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { createCommandsRepository } from "./commands.repository.ts";
import { createRowsRepository } from "./rows.repository.ts";
import { createSessionLog } from "./session-log.ts";
import { createSessionsRepository } from "./sessions.repository.ts";
import { createSessionStarter } from "./start-session.ts";
import { setUpApp, type WorkerApp } from "./testing/worker-app.ts";

const app = setUpApp({ workers: 2, sweepEveryMs: 100, limits: { turnMs: 60_000 } });

const expectExpired = async (session: Parameters<WorkerApp["rows"]>[0]) => {
  await app.until(session, { status: "expired", reason: "Not sent in time", hasTurn: false });
  // Its rows follow the session.
  const isExpired = async () => {
    for (const row of await app.rows(session)) expect(row).toMatchObject({ end: "expired", sentAt: null, facts: {} });
  };
  await eventually(isExpired);
  expect((await app.read(session)).finishedAt).toBeInstanceOf(Date);
};

test("a session that got no turn in time is never started", async () => {
  const machine = await app.plant();
  const first = await app.give(machine, "open");
  await app.until(first, { status: "running" });

  const second = await app.store(machine, "open", [2, 3], 300);

  await expectExpired(second);
  expect((await app.read(second)).startedAt).toBeNull();
  expect(await app.commands.countDocuments({ session: second })).toBe(0);
  expect(await app.read(first)).toMatchObject({ status: "running", hasTurn: true });
});

test("a session that was stored too long ago is not started by a wake-up that comes late", async () => {
  const machine = await app.plant();
  const [late, inTime] = [await app.store(machine, "open", [1], 0), await app.store(machine, "open", [2])];

  await app.advance(machine);

  await expectExpired(late);
  await app.until(inTime, { status: "running", hasTurn: true });
});

test("a session that is found to be in time after all keeps its rows: its doors may still be opened", async () => {
  const machine = await app.plant();
  const first = await app.give(machine, "open");
  await app.until(first, { status: "running" });
  const waiting = await app.store(machine, "open", [2, 3]);
  const starter = createSessionStarter({
    sessions: createSessionsRepository(app),
    rows: createRowsRepository(app),
    commands: createCommandsRepository(app),
    limits: commandLimits,
    say: createSessionLog(createLogger("workers", "silent")),
  });

  // A database that took over meanwhile, and whose clock is behind.
  await starter.expire(waiting);

  expect(await app.ends(waiting)).toEqual([null, null]);
  expect((await app.read(waiting)).status).toBe("queued");
});

test("a command that nobody claimed in time can be claimed no more, and its turn goes on", async () => {
  app.gateway.setDeaf(true);
  const machine = await app.plant();
  const first = await app.store(machine, "open", [1, 2], 3_000);
  const requests = await app.store(machine, "ping", [], 3_000);
  await app.advance(machine);
  await app.until(first, { startedAt: expect.any(Date) });
  const second = await app.store(machine, "open", [3]);
  const { commandId } = await app.read(first);

  await expectExpired(first);
  await expectExpired(requests);

  expect(await app.gateway.claim(commandId)).toBeNull();
  expect(await app.commands.findOne({ session: first })).toMatchObject({ state: "expired" });
  await app.until(second, { status: "running", hasTurn: true });
  app.gateway.setDeaf(false);
});

test("a gateway that died between claiming and writing it down: the rows are judged as sent", async () => {
  app.gateway.setDeaf(true);
  const machine = await app.plant();
  const session = await app.store(machine, "open", [1, 2], 4_000);
  await app.advance(machine);
  await app.untilReady(session);

  const claimed = await app.gateway.claim((await app.read(session)).commandId);

  await eventually(async () => {
    const rows = await app.rows(session);
    expect(rows.map(({ sentAt }) => sentAt)).toEqual([claimed?.sentAt, claimed?.sentAt]);
  });
  expect(await app.ends(session)).toEqual([null, null]);
  const published = { serialNumber: machine.serialNumber, connection: "c1", awaitsRestart: false };
  expect((await app.rows(session))[0]).toMatchObject(published);
  await app.gateway.fact(session, 1, "failed", { message: "Door is jammed" });
  await app.gateway.fact(session, 2, "failed");
  await app.until(session, { status: "failed", reason: "2 of 2 did not succeed" });
  app.gateway.setDeaf(false);
});

test("what a worker left of a cancelled session ends as cancelled", async () => {
  app.gateway.setDeaf(true);
  const machine = await app.plant();
  const session = await app.give(machine, "open", [1, 2]);
  await app.untilReady(session);

  await app.commands.updateOne({ session, state: "ready" }, { $set: { state: "cancelled" } });
  await app.settle(session);

  await app.until(session, { status: "cancelled", hasTurn: false });
  expect(await app.ends(session)).toEqual(["cancelled", "cancelled"]);
  app.gateway.setDeaf(false);
});
