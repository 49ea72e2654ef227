import type { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpHouse } from "./testing/house.ts";

const house = setUpHouse({ sweepEveryMs: 100 });

const offline = { status: "failed" as const, reason: "Vending machine is offline", hasTurn: false };
const expectRejected = async (session: ObjectId) => {
  await house.until(session, offline);
  // Where nothing was sent its rows follow the session.
  const isRejected = async () => {
    for (const row of await house.rows(session))
      expect(row).toMatchObject({ end: "rejected", reason: offline.reason, code: "OFFLINE", sentAt: null });
  };
  await eventually(isRejected);
  expect((await house.read(session)).finishedAt).toBeInstanceOf(Date);
};

test("a unit that is not connected has its session rejected, and nothing is left that could be sent", async () => {
  const machine = await house.plant(false);

  const sessions = [await house.give(machine, "open", [1, 2]), await house.give(machine, "ping")];

  for (const session of sessions) {
    await expectRejected(session);
    expect(await house.commands.findOne({ session })).toMatchObject({ state: "rejected" });
  }
});

test("a unit whose place another one has taken is not called offline", async () => {
  house.gateway.setDeaf(true);
  const machine = await house.plant();
  const session = await house.give(machine, "open");
  await house.untilReady(session);

  await house.units.updateOne({ machine: machine.machine }, { $set: { serialNumber: `${machine.serialNumber}-new` } });
  await house.redis.del(house.keys.link(machine.serialNumber));

  const reason = "The control unit was moved or replaced";
  await house.until(session, { status: "failed", reason });
  expect((await house.rows(session))[0]).toMatchObject({ end: "rejected", reason, code: "MOVED" });
  house.gateway.setDeaf(false);
});

test("a machine without an authorised unit rejects every session that waits, one after another", async () => {
  const machine = await house.plant();
  await house.units.updateOne({ machine: machine.machine }, { $set: { authorised: false } });

  const sessions: ObjectId[] = [];
  for (let i = 0; i < 8; i += 1) sessions.push(await house.store(machine, i % 2 ? "open" : "lock-status"));

  for (const session of sessions) await expectRejected(session);
  expect(await house.commands.countDocuments({ session: { $in: sessions }, state: { $ne: "rejected" } })).toBe(0);
});

test("a gateway that holds the unit but does not listen any more is offline", async () => {
  const machine = await house.plant(false);
  await house.redis.set(house.keys.link(machine.serialNumber), "gone:c1");

  await expectRejected(await house.give(machine, "open"));
});

test("a command that a gateway rejected ends its rows", async () => {
  house.gateway.setDeaf(true);
  const machine = await house.plant();
  const session = await house.give(machine, "open", [1, 2]);
  await house.untilReady(session);

  await house.commands.updateOne({ session, state: "ready" }, { $set: { state: "rejected" } });
  await house.settle(session);

  await expectRejected(session);
  house.gateway.setDeaf(false);
});

test("a command that nobody heard of is signalled again until it is claimed", async () => {
  house.gateway.setDeaf(true);
  const machine = await house.plant();
  const session = await house.give(machine, "open");
  await house.untilReady(session);

  house.gateway.setDeaf(false);

  await eventually(async () => expect((await house.rows(session))[0]?.sentAt).toBeInstanceOf(Date));
  expect(house.gateway.sent.filter((sent) => sent.session.equals(session))).toHaveLength(1);
});

test("a Redis that was emptied rejects nobody: the command goes out once the unit's link is back", async () => {
  const machine = await house.plant();
  // A sweep has seen what was there.
  const before = await house.give(machine, "ping");
  await eventually(async () => expect((await house.rows(before))[0]?.sentAt).toBeInstanceOf(Date));
  await house.redis.del(house.keys.presenceLoaded, house.keys.link(machine.serialNumber));

  const session = await house.give(machine, "open");
  await house.untilReady(session);
  // The workers' sweep of presence has filled it again: links are known to gateways alone.
  await eventually(async () => expect(await house.redis.exists(house.keys.presenceLoaded)).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await house.commands.findOne({ session })).toMatchObject({ state: "ready" });
  await house.link(machine);

  await eventually(async () => expect((await house.rows(session))[0]?.sentAt).toBeInstanceOf(Date));
});
