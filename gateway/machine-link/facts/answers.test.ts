import { expect, test } from "vitest";
import type { FactName } from "#shared/control-units/control-unit.schema.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";
import { until } from "#shared/testing/eventually.ts";
import { type GatewayUnderTest, setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { deliverCommand, listening, nextSeq, report, rowOf, sayLocks, wokenUp } from "../testing/given-command.ts";
import { keepUnits } from "../testing/kept-units.ts";
import { at, heartbeat, listen, sayAcknowledged, up } from "../testing/link-under-test.ts";

const kept = keepUnits();
const gateway = setUpGateway();
const other = setUpGateway({ beside: gateway });

const listeningAt = async (where: GatewayUnderTest, login: { serialNumber: string; secret: string }) =>
  kept(await listening(where, login));
const unitHere = async () => {
  const machine = await addMachine(gateway.parts);
  const login = await addUnit(gateway.parts, machine);
  return { login, machine, serialNumber: login.serialNumber, unit: await listeningAt(gateway, login) };
};
const collections = () => gateway.stores;
const door = (serialNumber: string) => collections().doors.findOne({ _id: `${serialNumber}/1` });
const lockRows = (serialNumber: string) => collections().lockHistory.countDocuments({ "meta.unit": serialNumber });
const pings = (serialNumber: string) =>
  collections().liveHistory.find({ "meta.unit": serialNumber, kind: "ping" }).toArray();

test("a status answers its row and is the lock's state as well, over an older one only", async () => {
  const { serialNumber, unit } = await unitHere();
  await sayLocks(unit, serialNumber, { 1: true });
  const old = nextSeq();
  const { commandId, session } = await deliverCommand(gateway, unit, serialNumber, { type: "lock-status" });

  const { seq } = await report(unit, serialNumber, { commandId, channel: 1, fact: "status", isLocked: false });

  expect((await rowOf(gateway, session)).facts.status).toMatchObject({ isLocked: false, seq });
  expect(await door(serialNumber)).toMatchObject({ isLocked: false, seq });
  await until("two changes", async () => (await lockRows(serialNumber)) === 2);

  const second = await deliverCommand(gateway, unit, serialNumber, { type: "check-open" });
  const stale = { commandId: second.commandId, channel: 1, fact: "status" as const, isLocked: true, seq: old - 1 };
  await report(unit, serialNumber, stale);
  expect((await rowOf(gateway, second.session)).facts.status?.isLocked).toBe(true);
  expect(await door(serialNumber)).toMatchObject({ isLocked: false, seq });
});

test("an unchanged status leaves no line in the history of locks", async () => {
  const { serialNumber, unit } = await unitHere();
  await sayLocks(unit, serialNumber, { 1: true });
  for (let i = 0; i < 3; i += 1) {
    const { commandId } = await deliverCommand(gateway, unit, serialNumber, { type: "check-lock-status" });
    await report(unit, serialNumber, { commandId, channel: 1, fact: "status", isLocked: true });
  }
  await sayLocks(unit, serialNumber, { 1: false });
  await until("the last change", async () => (await lockRows(serialNumber)) >= 2);
  expect(await lockRows(serialNumber)).toBe(2);
});

test("an answered ping is kept once: strength and version as last heard, and how long it took", async () => {
  const { serialNumber, unit, machine } = await unitHere();
  await sayAcknowledged(unit, up(serialNumber, "live"), heartbeat, 1);
  const { commandId, session, sessionId } = await deliverCommand(gateway, unit, serialNumber, {
    type: "ping",
    channels: [],
  });

  const answer = await report(unit, serialNumber, { commandId, channel: null, fact: "acknowledged" });
  await report(unit, serialNumber, answer);

  await until("its line", async () => (await pings(serialNumber)).length > 0);
  const [row, ...more] = await pings(serialNumber);
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    meta: { unit: serialNumber, machine: machine._id.toHexString() },
    strength: heartbeat.strength,
    version: heartbeat.version,
    uptime: null,
    at: new Date(at),
  });
  const sentAt = (await collections().commands.findOne({ _id: commandId }))?.sentAt?.getTime() ?? 0;
  const acknowledged = (await rowOf(gateway, session)).facts.acknowledged;
  expect(row?.roundTripMs).toBe((acknowledged?.receivedAt.getTime() ?? 0) - sentAt);
  await until("a worker is woken up", async () => (await wokenUp(gateway)).includes(sessionId));
});

test("a ping that is answered before any heartbeat names the version of the unit's record", async () => {
  const { serialNumber, unit, login } = await unitHere();
  const { commandId } = await deliverCommand(gateway, unit, serialNumber, { type: "ping", channels: [] });
  await report(unit, serialNumber, { commandId, channel: null, fact: "acknowledged" });
  const [row] = await until("its line", async () => {
    const found = await pings(serialNumber);
    return found.length > 0 ? found : null;
  });
  expect(row).toMatchObject({ strength: null, version: login.version });
});

test.each(["here", "at another gateway"])("a restart is done once its unit has connected anew, %s", async (where) => {
  const { serialNumber, unit, login } = await unitHere();
  const { commandId, session, sessionId } = await deliverCommand(gateway, unit, serialNumber, {
    type: "restart",
    channels: [],
  });
  await report(unit, serialNumber, { commandId, channel: null, fact: "acknowledged" });
  // Subscribing again over the same connection is no restart.
  await listen(unit, serialNumber);
  expect(await rowOf(gateway, session)).toMatchObject({ awaitsRestart: true, factCount: 1 });
  const woken = async () => (await wokenUp(gateway)).filter((id) => id === sessionId).length;
  const before = await woken();
  unit.leave();

  await listeningAt(where === "here" ? gateway : other, login);

  const row = await until("its restart", async () => {
    const found = await rowOf(gateway, session);
    return found.facts.restarted ? found : null;
  });
  expect(row).toMatchObject({ awaitsRestart: false, factCount: 2 });
  expect(row.facts.restarted).toMatchObject({ at: null, boot: null, seq: null, late: false });
  await until("a worker is woken up", async () => (await woken()) > before);

  await listeningAt(gateway, login);
  expect(await rowOf(gateway, session)).toEqual(row);
});

test("a restart that is acknowledged only after the unit has connected anew is done all the same", async () => {
  const { serialNumber, unit, login } = await unitHere();
  const { commandId, session } = await deliverCommand(gateway, unit, serialNumber, { type: "restart", channels: [] });
  await until("it is noted as sent", async () => (await rowOf(gateway, session)).sentAt);
  // As if the gateway had been killed before it noted what it had sent.
  const lost = { sentAt: null, connection: null, serialNumber: null, awaitsRestart: false };
  await collections().sessionRows.updateOne({ session }, { $set: lost });
  unit.leave();
  const again = await listeningAt(gateway, login);

  await report(again, serialNumber, { commandId, channel: null, fact: "acknowledged" });

  await until("its restart", async () => (await rowOf(gateway, session)).facts.restarted);
});

test.each<[string, CommandType, FactName[], string[]]>([
  ["a door is open and closed again", "open", ["acknowledged", "opened", "closed"], ["", "", "done"]],
  ["that is told the other way round", "open", ["closed", "opened"], ["", "done"]],
  ["a lock has answered", "check-lock-status", ["status"], ["done"]],
  ["it failed before", "open", ["failed", "opened", "closed"], ["", "", ""]],
])("a row ends well with the fact that leaves nothing to wait for: %s", async (_title, type, facts, ends) => {
  const { serialNumber, unit } = await unitHere();
  const { commandId, session } = await deliverCommand(gateway, unit, serialNumber, { type });
  const seen: string[] = [];
  for (const fact of facts) {
    await report(unit, serialNumber, { commandId, channel: 1, fact: fact as "opened", isLocked: true });
    seen.push((await rowOf(gateway, session)).end ?? "");
  }

  expect(seen).toEqual(ends);
  const row = await rowOf(gateway, session);
  expect([row.factCount, Object.values(row.facts).some(({ late }) => late)]).toEqual([facts.length, false]);
  const { deadlineAt, endedAt, sentAt, connection } = row;
  expect([endedAt !== null, deadlineAt === null]).toEqual([row.end !== null, row.end !== null]);
  // The first fact says that the command went out, however late that is written down.
  expect([sentAt !== null, connection !== null]).toEqual([true, true]);
});
