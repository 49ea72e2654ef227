import type { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { forgetPresence, presenceKeysOf } from "#shared/runtime/testing/redis-of-tests.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpApp } from "./testing/worker-app.ts";

const app = setUpApp({ sweepEveryMs: 100 });

const offline = { status: "failed" as const, reason: "Vending machine is offline", hasTurn: false };
const expectRejected = async (session: ObjectId) => {
  await app.until(session, offline);
  // Where nothing was sent its rows follow the session.
  const isRejected = async () => {
    for (const row of await app.rows(session))
      expect(row).toMatchObject({ end: "rejected", reason: offline.reason, code: "OFFLINE", sentAt: null });
  };
  await eventually(isRejected);
  expect((await app.read(session)).finishedAt).toBeInstanceOf(Date);
};

test("a unit that is not connected has its session rejected, and nothing is left that could be sent", async () => {
  const machine = await app.plant(false);

  const sessions = [await app.give(machine, "open", [1, 2]), await app.give(machine, "ping")];

  for (const session of sessions) {
    await expectRejected(session);
    expect(await app.commands.findOne({ session })).toMatchObject({ state: "rejected" });
  }
});

test("a unit whose place another one has taken is not called offline", async () => {
  app.gateway.setDeaf(true);
  const machine = await app.plant();
  const session = await app.give(machine, "open");
  await app.untilReady(session);

  await app.units.updateOne({ machine: machine.machine }, { $set: { serialNumber: `${machine.serialNumber}-new` } });
  await app.redis.del(app.keys.link(machine.serialNumber));

  const reason = "The control unit was moved or replaced";
  await app.until(session, { status: "failed", reason });
  expect((await app.rows(session))[0]).toMatchObject({ end: "rejected", reason, code: "MOVED" });
  app.gateway.setDeaf(false);
});

test("a machine without an authorised unit rejects every session that waits, one after another", async () => {
  const machine = await app.plant();
  await app.units.updateOne({ machine: machine.machine }, { $set: { authorised: false } });

  const sessions: ObjectId[] = [];
  for (let i = 0; i < 8; i += 1) sessions.push(await app.store(machine, i % 2 ? "open" : "lock-status"));

  for (const session of sessions) await expectRejected(session);
  expect(await app.commands.countDocuments({ session: { $in: sessions }, state: { $ne: "rejected" } })).toBe(0);
});

test("a gateway that has the unit but does not listen any more is offline", async () => {
  const machine = await app.plant(false);
  await app.redis.set(app.keys.link(machine.serialNumber), "gone:c1");

  await expectRejected(await app.give(machine, "open"));
});

test("a command that a gateway rejected ends its rows", async () => {
  app.gateway.setDeaf(true);
  const machine = await app.plant();
  const session = await app.give(machine, "open", [1, 2]);
  await app.untilReady(session);

  await app.commands.updateOne({ session, state: "ready" }, { $set: { state: "rejected" } });
  await app.settle(session);

  await expectRejected(session);
  app.gateway.setDeaf(false);
});

test("a command that nobody received is signalled again until it is claimed", async () => {
  app.gateway.setDeaf(true);
  const machine = await app.plant();
  const session = await app.give(machine, "open");
  await app.untilReady(session);

  app.gateway.setDeaf(false);

  await eventually(async () => expect((await app.rows(session))[0]?.sentAt).toBeInstanceOf(Date));
  expect(app.gateway.sent.filter((sent) => sent.session.equals(session))).toHaveLength(1);
});

test("a Redis that was emptied rejects nobody: the command goes out once the unit's link is back", async () => {
  const machine = await app.plant();
  // A sweep has seen what was there.
  const before = await app.give(machine, "ping");
  await eventually(async () => expect((await app.rows(before))[0]?.sentAt).toBeInstanceOf(Date));
  await forgetPresence(app);
  await app.redis.del(app.keys.link(machine.serialNumber));

  const session = await app.give(machine, "open");
  await app.untilReady(session);
  // The workers' sweep of presence has filled it again: links are known to gateways alone.
  await eventually(async () =>
    expect(await app.redis.exists(presenceKeysOf(app, machine.serialNumber).presenceLoaded)).toBe(1),
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await app.commands.findOne({ session })).toMatchObject({ state: "ready" });
  await app.link(machine);

  await eventually(async () => expect((await app.rows(session))[0]?.sentAt).toBeInstanceOf(Date));
});
