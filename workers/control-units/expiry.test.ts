import { expect, test } from "vitest";
import { commandLimits } from "#shared/control-units/row.rules.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { createCommandsRepository } from "./commands.repository.ts";
import { createRowsRepository } from "./rows.repository.ts";
import { createSessionLog } from "./session-log.ts";
import { createSessionsRepository } from "./sessions.repository.ts";
import { createSessionStarter } from "./start-session.ts";
import { setUpHouse, type WorkerHouse } from "./testing/house.ts";

const house = setUpHouse({ workers: 2, sweepEveryMs: 100, limits: { turnMs: 60_000 } });

const expectExpired = async (session: Parameters<WorkerHouse["rows"]>[0]) => {
  await house.until(session, { status: "expired", reason: "Not sent in time", hasTurn: false });
  // Its rows follow the session.
  const isExpired = async () => {
    for (const row of await house.rows(session)) expect(row).toMatchObject({ end: "expired", sentAt: null, facts: {} });
  };
  await eventually(isExpired);
  expect((await house.read(session)).finishedAt).toBeInstanceOf(Date);
};

test("a session that got no turn in time is never started", async () => {
  const machine = await house.plant();
  const first = await house.give(machine, "open");
  await house.until(first, { status: "running" });

  const second = await house.store(machine, "open", [2, 3], 300);

  await expectExpired(second);
  expect((await house.read(second)).startedAt).toBeNull();
  expect(await house.commands.countDocuments({ session: second })).toBe(0);
  expect(await house.read(first)).toMatchObject({ status: "running", hasTurn: true });
});

test("a session that was stored too long ago is not started by a wake-up that comes late", async () => {
  const machine = await house.plant();
  const [late, inTime] = [await house.store(machine, "open", [1], 0), await house.store(machine, "open", [2])];

  await house.advance(machine);

  await expectExpired(late);
  await house.until(inTime, { status: "running", hasTurn: true });
});

test("a session that is found to be in time after all keeps its rows: its doors may still be opened", async () => {
  const machine = await house.plant();
  const first = await house.give(machine, "open");
  await house.until(first, { status: "running" });
  const waiting = await house.store(machine, "open", [2, 3]);
  const starter = createSessionStarter({
    sessions: createSessionsRepository(house),
    rows: createRowsRepository(house),
    commands: createCommandsRepository(house),
    limits: commandLimits,
    say: createSessionLog(createLogger("workers", "silent")),
  });

  // A database that took over meanwhile, and whose clock is behind.
  await starter.expire(waiting);

  expect(await house.ends(waiting)).toEqual([null, null]);
  expect((await house.read(waiting)).status).toBe("queued");
});

test("a command that nobody claimed in time can be claimed no more, and its turn goes on", async () => {
  house.gateway.setDeaf(true);
  const machine = await house.plant();
  const first = await house.store(machine, "open", [1, 2], 3_000);
  const asks = await house.store(machine, "ping", [], 3_000);
  await house.advance(machine);
  await house.until(first, { startedAt: expect.any(Date) });
  const second = await house.store(machine, "open", [3]);
  const { commandId } = await house.read(first);

  await expectExpired(first);
  await expectExpired(asks);

  expect(await house.gateway.claim(commandId)).toBeNull();
  expect(await house.commands.findOne({ session: first })).toMatchObject({ state: "expired" });
  await house.until(second, { status: "running", hasTurn: true });
  house.gateway.setDeaf(false);
});

test("a gateway that died between claiming and writing it down: the rows are judged as sent", async () => {
  house.gateway.setDeaf(true);
  const machine = await house.plant();
  const session = await house.store(machine, "open", [1, 2], 4_000);
  await house.advance(machine);
  await house.untilReady(session);

  const claimed = await house.gateway.claim((await house.read(session)).commandId);

  await eventually(async () => {
    const rows = await house.rows(session);
    expect(rows.map(({ sentAt }) => sentAt)).toEqual([claimed?.sentAt, claimed?.sentAt]);
  });
  expect(await house.ends(session)).toEqual([null, null]);
  const told = { serialNumber: machine.serialNumber, connection: "c1", awaitsRestart: false };
  expect((await house.rows(session))[0]).toMatchObject(told);
  await house.gateway.fact(session, 1, "failed", { message: "Door is jammed" });
  await house.gateway.fact(session, 2, "failed");
  await house.until(session, { status: "failed", reason: "2 of 2 did not succeed" });
  house.gateway.setDeaf(false);
});

test("what a worker left of a cancelled session ends as cancelled", async () => {
  house.gateway.setDeaf(true);
  const machine = await house.plant();
  const session = await house.give(machine, "open", [1, 2]);
  await house.untilReady(session);

  await house.commands.updateOne({ session, state: "ready" }, { $set: { state: "cancelled" } });
  await house.settle(session);

  await house.until(session, { status: "cancelled", hasTurn: false });
  expect(await house.ends(session)).toEqual(["cancelled", "cancelled"]);
  house.gateway.setDeaf(false);
});
