import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { planned, profiled } from "#shared/runtime/testing/profiled.ts";
import { aSession, rowsOfSession } from "#shared/runtime/testing/stored-sessions.ts";
import { until } from "#shared/testing/eventually.ts";

import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { deliverCommand, listening, report, rowOf, rowsOf, sayLocks } from "../testing/given-command.ts";

const gateway = setUpGateway();

/** A command that is stored as sent: nothing of it is written later, beside what is measured. */
const deliverAndStore: typeof deliverCommand = async (...given) => {
  const command = await deliverCommand(...given);
  await until("its rows say sent", async () =>
    (await rowsOf(gateway, command.session)).every(({ sentAt }) => sentAt !== null),
  );
  return command;
};

test("nothing on the way of a command and its facts reads a whole collection", async () => {
  const { mongo } = gateway.parts;
  const login = await addUnit(gateway.parts, await addMachine(gateway.parts));
  const { serialNumber } = login;
  const unit = await listening(gateway, login);
  const onTheWay = async () => {
    const door = await deliverCommand(gateway, unit, serialNumber, { channels: [1, 2] });
    for (const fact of ["acknowledged", "opened", "opened"] as const)
      await report(unit, serialNumber, { commandId: door.commandId, channel: 1, fact });
    await sayLocks(unit, serialNumber, { 1: true, 2: true });
    const status = await deliverCommand(gateway, unit, serialNumber, { type: "lock-status" });
    await report(unit, serialNumber, { commandId: status.commandId, channel: 1, fact: "status", isLocked: true });
    const restart = await deliverCommand(gateway, unit, serialNumber, { type: "restart", channels: [] });
    await report(unit, serialNumber, { commandId: restart.commandId, channel: null, fact: "acknowledged" });
    const again = await listening(gateway, login);
    await until("its restart", async () => (await rowOf(gateway, restart.session)).facts.restarted);
    expect((await rowOf(gateway, door.session)).facts.closed).toBeDefined();
    return again;
  };

  const commands = await profiled(mongo.db, async () => (await onTheWay()).leave(), {
    ...planned,
    ns: { $not: /\$cmd|system|connectionHistory|liveHistory|lockHistory/ },
  });

  const rows = commands.filter(({ ns }) => ns.endsWith(".sessionRows")).map(({ planSummary }) => planSummary);
  for (const key of ["{ session: 1, channel: 1 }", "{ serialNumber: 1 }"]) expect(rows).toContain(`IXSCAN ${key}`);
  // Products are few: the stock's keeper reads all their names beside it.
  const scanned = commands.filter(
    ({ planSummary, ns }) => planSummary?.includes("COLLSCAN") && !ns.endsWith(".products"),
  );
  expect(scanned).toEqual([]);
});

test("the status of one lock reads no other lock of its unit", async () => {
  const { mongo } = gateway.parts;
  const login = await addUnit(gateway.parts, await addMachine(gateway.parts));
  const unit = await listening(gateway, login);
  const channels = Array.from({ length: 50 }, (_, i) => i + 1);
  await sayLocks(unit, login.serialNumber, Object.fromEntries(channels.map((channel) => [channel, true])));
  const { commandId } = await deliverAndStore(gateway, unit, login.serialNumber, { type: "lock-status", channels });

  const commands = await profiled(
    mongo.db,
    () => report(unit, login.serialNumber, { commandId, channel: 7, fact: "status", isLocked: true }),
    // Bouncing locks are searched for beside it.
    { op: "query", ns: /\.doors$/, "command.filter._id": { $exists: true } },
  );

  unit.leave();
  expect(commands.at(-1)?.docsExamined).toBe(1);
});

test("a message about one door reads as much after a year of doors that were left open as on the first day", async () => {
  const { mongo } = gateway.parts;
  const { awaitedClosings, sessionRows, doors } = mongo.collections;
  const login = await addUnit(gateway.parts, await addMachine(gateway.parts));
  const { serialNumber } = login;
  const unit = await listening(gateway, login);
  const { commandId } = await deliverAndStore(gateway, unit, serialNumber, { channels: [7] });
  const openedAt = new Date();
  const others = Array.from({ length: 998 }, (_, i) => `${serialNumber}/${i < 6 ? i + 1 : i + 2}`);
  const left = { openedAt, boot: "b1", seq: 1 };
  await awaitedClosings.insertMany(
    others.map((_id) => ({
      _id,
      openedAt,
      rows: Array.from({ length: 20 }, () => ({ ...left, session: new ObjectId() })),
    })),
  );
  const fact = { ...left, receivedAt: openedAt, at: null, late: false, code: null, message: null, isLocked: null };
  const year = Array.from({ length: 5_000 }, (_, i) => {
    const session = aSession({ _id: new ObjectId(), vendingMachineId: "VM" }, { channels: [(i % 999) + 1] });
    return rowsOfSession(session, { serialNumber, sentAt: openedAt, facts: { opened: fact }, factCount: 1 });
  });
  await sessionRows.insertMany(year.flat());

  const commands = await profiled(
    mongo.db,
    async () => {
      await report(unit, serialNumber, { commandId, channel: 7, fact: "opened" });
      await sayLocks(unit, serialNumber, { 7: true });
    },
    { ns: /\.(awaitedClosings|sessionRows|doors|commands)$/ },
  );

  unit.leave();
  expect((await doors.findOne({ _id: `${serialNumber}/7` }))?.isLocked).toBe(true);
  expect(commands.map(({ ns }) => ns.split(".").at(-1))).toContain("awaitedClosings");
  for (const { ns, op, keysExamined = 0, docsExamined = 0 } of commands)
    expect({ ns, op, few: keysExamined <= 2 && docsExamined <= 2 }).toEqual({ ns, op, few: true });
});
