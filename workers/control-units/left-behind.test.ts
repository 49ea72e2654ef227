import type { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { type PlantedMachine, setUpApp, startApp } from "./testing/worker-app.ts";

/** What a worker leaves that is killed between two of its writes. */
const app = setUpApp({ workers: 2, sweepEveryMs: 50 });

const startedOnly = (machine: PlantedMachine): Promise<ObjectId> =>
  app.store(machine, "open", [1, 2], 30_000, {
    status: "running",
    hasTurn: true,
    startedAt: new Date(Date.now() - 2_000),
  });

test("a session that was started and got no command is given it, once", async () => {
  const session = await startedOnly(await app.plant());

  await eventually(async () => expect((await app.rows(session))[1]?.sentAt).toBeInstanceOf(Date));

  expect(await app.commands.find({ session }).toArray()).toHaveLength(1);
  expect(app.gateway.sent.filter((sent) => sent.session.equals(session))).toHaveLength(1);
});

test("one whose unit was taken away meanwhile is rejected", async () => {
  const machine = await app.plant();
  await app.units.updateOne({ machine: machine.machine }, { $set: { authorised: false } });

  const session = await startedOnly(machine);

  await app.until(session, { status: "failed", reason: "Vending machine is offline", hasTurn: false });
  expect(await app.ends(session)).toEqual(["rejected", "rejected"]);
});

test.each([
  ["failed", "rejected"],
  ["expired", "expired"],
  ["cancelled", "cancelled"],
] as const)("rows that were left open by a session that is %s end as %s", async (status, end) => {
  const session = await app.store(await app.plant(), "open", [1, 2], 300, { status });

  await eventually(async () => expect(await app.ends(session)).toEqual([end, end]));

  expect((await app.read(session)).status).toBe(status);
});

test.each([
  ["open", "timeout", "failed"],
  ["lock-status", "done", "completed"],
] as const)("a session of %s that nobody lived to end, though its rows have, ends", async (type, end, status) => {
  const session = await app.give(await app.plant(), type, [1, 2]);
  await eventually(async () => expect((await app.rows(session))[1]?.sentAt).toBeInstanceOf(Date));
  const ended = { end, endedAt: new Date(), deadlineAt: null };
  await app.sessionRows.updateMany({ session }, { $set: ended });

  await app.until(session, { status, hasTurn: false });
});

test("a turn that its ended session still has is given back", async () => {
  const quick = await startApp({ sweepEveryMs: 50, limits: { turnMs: 300 } });
  const machine = await quick.plant();
  await quick.store(machine, "open", [1], 30_000, { status: "cancelled", hasTurn: true, startedAt: new Date() });

  const second = await quick.give(machine, "open", [2]);

  await quick.until(second, { status: "running" });
  await quick.stop();
});
