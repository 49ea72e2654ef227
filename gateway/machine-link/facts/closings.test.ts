import { expect, test } from "vitest";
import type { UnitConnection } from "#shared/events/unit-connections.ts";
import { until } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import type { RawUnit } from "../../../broker/testing/raw-unit.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import {
  deliverCommand,
  listening,
  nextSeq,
  report,
  rowOf,
  rowsOf,
  sayLocks,
  wokenUp,
} from "../testing/given-command.ts";
import { keepUnits } from "../testing/kept-units.ts";
import { createAwaitedClosings } from "./awaited-closings.ts";
import { createClosings } from "./closings.ts";
import { createSettling } from "./settling.ts";

const kept = keepUnits();
const gateway = setUpGateway();
const closings = setUp(() => {
  const { parts } = gateway;
  return createClosings({ ...parts, awaited: createAwaitedClosings(parts), settling: createSettling(parts) });
});

const awaitedClosings = () => gateway.stores.awaitedClosings;
/** How many rows wait for each lock of this unit. */
const awaitedAt = async (serialNumber: string) => {
  const found = await awaitedClosings()
    .find({ _id: { $regex: `^${serialNumber}/` } })
    .toArray();
  return Object.fromEntries(found.map(({ _id, rows }) => [_id.split("/")[1], rows.length]));
};
/** The same unit and door, opened once more. */
const openAgain = async (unit: RawUnit, serialNumber: string, order: { boot?: string; seq?: number } = {}) => {
  const given = await deliverCommand(gateway, unit, serialNumber);
  await report(unit, serialNumber, { commandId: given.commandId, channel: 1, fact: "opened", ...order });
  return given;
};
const openedAgo = (serialNumber: string, ms: number) => {
  const openedAt = new Date(Date.now() - ms);
  return awaitedClosings().updateOne({ _id: `${serialNumber}/1` }, { $set: { openedAt, "rows.0.openedAt": openedAt } });
};

/** A unit that has reported the doors of a command open. */
const withOpenDoors = async (channels = [1]) => {
  const login = await addUnit(gateway.parts, await addMachine(gateway.parts));
  const unit = kept(await listening(gateway, login));
  const { serialNumber } = login;
  const given = await deliverCommand(gateway, unit, serialNumber, { channels });
  const opened: number[] = [];
  for (const channel of channels) {
    const { seq } = await report(unit, serialNumber, { commandId: given.commandId, channel, fact: "opened" });
    opened.push(seq);
  }
  return { login, unit, serialNumber, opened: opened[0] ?? 0, ...given };
};

test("a lock that says locked closes what was seen open, with the unit's own time and order", async () => {
  const { unit, serialNumber, session, sessionId } = await withOpenDoors([1, 2, 3]);
  const woken = async () => (await wokenUp(gateway)).filter((id) => id === sessionId).length;
  const before = await woken();
  const seq = nextSeq();

  await sayLocks(unit, serialNumber, { 1: true, 2: false, 7: true });

  const [first, second, third] = await rowsOf(gateway, session);
  expect(first).toMatchObject({ factCount: 2 });
  expect(first?.facts.closed).toMatchObject({ boot: "b1", seq, isLocked: true, late: false });
  for (const row of [second, third]) expect(row).toMatchObject({ factCount: 1 });
  expect(await awaitedAt(serialNumber)).toEqual({ 1: 0, 2: 1, 3: 1 });
  await until("a worker is woken up", async () => (await woken()) > before);
});

test("a lock state from before the opening closes nothing", async () => {
  const { unit, serialNumber, session, opened } = await withOpenDoors();
  await sayLocks(unit, serialNumber, { 1: true }, { seq: opened - 1 });
  await sayLocks(unit, serialNumber, { 1: true }, { seq: opened });
  expect((await rowOf(gateway, session)).facts.closed).toBeUndefined();

  await sayLocks(unit, serialNumber, { 1: true }, { seq: opened + 1 });
  expect((await rowOf(gateway, session)).facts.closed).toBeDefined();
});

test("after a power cut the new state closes it, and a leftover of an earlier power-up does not", async () => {
  const { login, unit, serialNumber, session } = await withOpenDoors();
  await sayLocks(unit, serialNumber, { 1: false }, { boot: "b0", seq: 98 });
  unit.leave();
  const again = kept(await listening(gateway, login));
  await sayLocks(again, serialNumber, { 1: false }, { boot: "b2", seq: 0 });
  await sayLocks(again, serialNumber, { 1: true }, { boot: "b0", seq: 99 });
  // Of two power-ups, the one first seen on the later connection is newer.
  const leftover = await rowOf(gateway, session);

  await sayLocks(again, serialNumber, { 1: true }, { boot: "b2", seq: 1 });

  expect(leftover.facts.closed).toBeUndefined();
  expect((await rowOf(gateway, session)).facts.closed).toMatchObject({ boot: "b2", seq: 1 });
});

test("after two power cuts without a network in between the present state closes it", async () => {
  const { login, unit, serialNumber, session } = await withOpenDoors();
  await sayLocks(unit, serialNumber, { 1: false });
  unit.leave();
  const again = kept(await listening(gateway, login));
  // The door was slammed and sprang open again.
  await sayLocks(again, serialNumber, { 1: false }, { boot: "b2", seq: 0 });

  await sayLocks(again, serialNumber, { 1: true }, { boot: "b3", seq: 0 });

  expect((await rowOf(gateway, session)).facts.closed).toMatchObject({ boot: "b3", seq: 0 });
});

test("what still waited from before a power cut closes nothing, though the unit has said no lock since", async () => {
  const login = await addUnit(gateway.parts, await addMachine(gateway.parts));
  const { serialNumber } = login;
  const before = kept(await listening(gateway, login));
  await sayLocks(before, serialNumber, { 1: true }, { boot: "b1", seq: 1 });
  const door = await gateway.stores.doors.findOne({ serialNumber });
  before.leave();
  const again = kept(await listening(gateway, login));
  const { session } = await openAgain(again, serialNumber, { boot: "b2", seq: 0 });

  // As its gateway hands it on once what came before it is stored.
  const { connectionNumber = 0 } = door ?? {};
  const earlier = { serialNumber, connectionNumber } as UnitConnection;
  const containers = [{ channel: 1, isLocked: true }];
  const late = { containers, full: false, at: "2026-03-01T06:30:00Z", boot: "b1", seq: 2 };
  await closings.close(earlier, await closings.candidates(earlier, late), late, new Date());
  expect((await rowOf(gateway, session)).facts.closed).toBeUndefined();

  await sayLocks(again, serialNumber, { 1: true }, { boot: "b2", seq: 1 });
  expect((await rowOf(gateway, session)).facts.closed).toMatchObject({ boot: "b2", seq: 1 });
});

test("a unit that was moved to another machine says nothing of the doors of the one before", async () => {
  const { unit, serialNumber, session } = await withOpenDoors();
  const { _id: machine } = await addMachine(gateway.parts);
  await gateway.stores.units.updateOne({ serialNumber }, { $set: { machine } });
  const second = await openAgain(unit, serialNumber);

  await sayLocks(unit, serialNumber, { 1: true });

  expect((await rowOf(gateway, session)).facts.closed).toBeUndefined();
  expect((await rowOf(gateway, second.session)).facts.closed).toBeDefined();
});

test("another unit's lock of the same number closes nothing", async () => {
  const { session } = await withOpenDoors();
  const other = await withOpenDoors();
  await sayLocks(other.unit, other.serialNumber, { 1: true });
  expect((await rowOf(gateway, session)).facts.closed).toBeUndefined();
  expect((await rowOf(gateway, other.session)).facts.closed).toBeDefined();
});

test("a door that closes after its row has ended is closed late; what the unit says of it then changes nothing", async () => {
  const { unit, serialNumber, session, commandId } = await withOpenDoors();
  const ended = { end: "timeout" as const, reason: "Not seen closed within 120 s" };
  await gateway.stores.sessionRows.updateOne({ session }, { $set: ended });

  await sayLocks(unit, serialNumber, { 1: true });
  const row = await rowOf(gateway, session);
  expect(row).toMatchObject({ ...ended, facts: { closed: { late: true } } });

  await report(unit, serialNumber, { commandId, channel: 1, fact: "closed" });
  expect(await rowOf(gateway, session)).toEqual(row);
});

test("a lock named twice in one message is as it was named last", async () => {
  const { unit, serialNumber, session } = await withOpenDoors();
  const message = { containers: [1, 1].map((channel, i) => ({ channel, isLocked: i === 0 })) };
  unit.publish(
    `vm/v1/${serialNumber}/up/locks`,
    { ...message, full: false, at: "2026-03-01T06:30:00Z", boot: "b1", seq: nextSeq() },
    1,
    5,
  );
  await until("its PUBACK", () => unit.acknowledged().includes(5));
  expect((await rowOf(gateway, session)).facts.closed).toBeUndefined();
});

test("two rows of one door that were opened shortly after each other are both closed", async () => {
  const { unit, serialNumber, session } = await withOpenDoors();
  const second = await openAgain(unit, serialNumber);

  await sayLocks(unit, serialNumber, { 1: true });

  for (const one of [session, second.session]) expect((await rowOf(gateway, one)).facts.closed).toBeDefined();
  expect(await awaitedAt(serialNumber)).toEqual({ 1: 0 });
});

test("once a door is opened anew, what was left open at it waits no more", async () => {
  const { unit, serialNumber, session } = await withOpenDoors();
  await openedAgo(serialNumber, 10 * 60_000);
  const second = await openAgain(unit, serialNumber);
  expect(await awaitedAt(serialNumber)).toEqual({ 1: 1 });

  await sayLocks(unit, serialNumber, { 1: true });

  expect((await rowOf(gateway, session)).facts.closed).toBeUndefined();
  expect((await rowOf(gateway, second.session)).facts.closed).toBeDefined();
});

test("a door that is locked more than a day later closes no row", async () => {
  const { unit, serialNumber, session } = await withOpenDoors();
  await openedAgo(serialNumber, 25 * 3_600_000);
  await sayLocks(unit, serialNumber, { 1: true });
  expect((await rowOf(gateway, session)).facts.closed).toBeUndefined();
});

test("a unit that says closed itself leaves nobody waiting", async () => {
  const { unit, serialNumber, commandId } = await withOpenDoors();
  await report(unit, serialNumber, { commandId, channel: 1, fact: "closed" });
  expect(await awaitedAt(serialNumber)).toEqual({ 1: 0 });
});

test("an opening that was stored without its waiting is noted when the unit says it again", async () => {
  const { unit, serialNumber, session, commandId, opened } = await withOpenDoors();
  await awaitedClosings().deleteOne({ _id: `${serialNumber}/1` });
  await report(unit, serialNumber, { commandId, channel: 1, fact: "opened", seq: opened });

  await sayLocks(unit, serialNumber, { 1: true });

  expect((await rowOf(gateway, session)).facts.closed).toBeDefined();
});
