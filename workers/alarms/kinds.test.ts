import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import type { CommandType } from "#shared/events/machine-topics.ts";
import { waitingReconciliation } from "#shared/reconciliation/reconciliation.document.server.ts";
import { aJob } from "#shared/runtime/testing/stored-jobs.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aRequest, aUser } from "#shared/runtime/testing/stored-records.ts";
import { aReport } from "#shared/runtime/testing/stored-reports.ts";
import { aSession, rowsOfSession } from "#shared/runtime/testing/stored-sessions.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import { ownChanges } from "./kinds/units.ts";
import { setUpAlarms } from "./testing/alarms.fixture.ts";

const app = setUpAlarms({ workers: 1 });
const at = (agoMs: number) => new Date(app.clock.now() - agoMs);
const minute = 60_000;

const one = () => app.plantHeard();
const states: typeof app.states = (...of) => app.states(...of);
const looks = () => app.minutes(1);

test("cans that did not come out are an alarm of their machine until the last one is settled", async () => {
  const { machine } = await one();
  const user = aUser();
  const cans = [11, 12].map((ago) => aTransaction(user, machine, { time: at(ago * minute) }));
  await app.collections.canTransactions.insertMany(cans);
  await looks();
  const id = machine._id.toHexString();
  const words = `2 cans did not come out at ${machine.name}`;
  expect(await states("failed-vends", id)).toEqual([{ state: "open", words, count: 1 }]);

  await app.collections.canTransactions.updateMany({ machine: machine._id }, { $set: { status: "opened" } });
  await looks();
  expect(await states("failed-vends", id)).toMatchObject([{ state: "cleared" }]);
});

test("payments and books wait for an hour, and until the next reconciliation", async () => {
  const { machine } = await one();
  const order = anOrder(aUser(), machine, { flags: ["paid twice"], changedAt: at(59 * minute) });
  await app.collections.orders.insertOne(order);
  const reconciliation = waitingReconciliation({ kind: "system", id: null }, app.clock.now());
  await app.collections.reconciliations.insertOne({ ...reconciliation, state: "done", drifts: 3 });
  await app.pass(30_000);
  expect(await states("payments-to-check", "payments")).toEqual([]);
  await looks();
  expect(await states("payments-to-check", "payments")).toMatchObject([{ state: "open" }]);
  expect(await states("books-drift", "books")).toMatchObject([{ words: "3 accounts differ from the rows" }]);

  await app.collections.orders.updateOne({ _id: order._id }, { $set: { flags: [] } });
  await app.collections.reconciliations.updateOne({ _id: reconciliation._id }, { $set: { drifts: 0 } });
  await looks();
  expect(await states("payments-to-check", "payments")).toMatchObject([{ state: "cleared" }]);
  expect(await states("books-drift", "books")).toMatchObject([{ state: "cleared" }]);
});

test("a job that failed for good is an alarm until it succeeds; a failed report until a person clears it", async () => {
  const failure = { key: "{}", payload: {}, at: at(0), reason: "gone", retriedAt: null };
  await app.collections.jobs.insertOne(aJob({ name: "tests.fail", failed: [failure] }));
  const report = aReport({ state: "failed", endedAt: at(minute) });
  await app.collections.reports.insertOne(report);
  const id = report._id.toHexString();
  await looks();
  expect(await states("job-failed", "tests.fail")).toMatchObject([{ state: "open" }]);
  expect(await states("report-failed", id)).toMatchObject([{ state: "open", count: 1 }]);

  await app.collections.jobs.updateOne({ name: "tests.fail" }, { $set: { failed: [] } });
  const cleared = { state: "cleared" as const, clearedAt: at(0), clearedBy: new ObjectId() };
  await app.collections.alarms.updateOne({ "subject.id": id }, { $set: cleared });
  await looks();
  await looks();
  expect(await states("job-failed", "tests.fail")).toMatchObject([{ state: "cleared" }]);
  expect(await states("report-failed", id)).toMatchObject([{ state: "cleared" }]);
});

test("a container that failed twice within a day is an alarm, counted with each further failure", async () => {
  const { machine } = await one();
  const fail = async (type: CommandType = "open", label = "3"): Promise<void> => {
    const session = aSession(machine, { type, channels: [3] });
    const known = { receivedAt: at(0), at: null, boot: null, seq: null, late: false, isLocked: null };
    const failed = { ...known, code: "DOOR_JAMMED", message: null };
    const row = { label, facts: { failed }, deadlineAt: null };
    await app.collections.sessionRows.insertMany(rowsOfSession(session, row));
  };
  const id = `${machine._id.toHexString()}-3`;
  await fail();
  await looks();
  // Questions open nothing.
  await fail("lock-status");
  await fail("check-open");
  await looks();
  expect(await states("container-failed", id)).toEqual([]);
  await fail();
  await looks();
  expect(await states("container-failed", id)).toMatchObject([{ state: "open", count: 1 }]);
  // It is called otherwise since.
  await fail("stock-update", "C-3");
  await looks();
  const words = `Container C-3 of ${machine.name} failed 3 times`;
  expect(await states("container-failed", id)).toMatchObject([{ state: "open", words, count: 2 }]);
});

test("a unit's clock, temperature, connection, key and request are alarms, and clear with their cause", async () => {
  const heard = await one();
  const { machine, serialNumber } = heard;
  const id = machine._id.toHexString();
  const { lastSeen, liveHistory, connectionHistory, units, registrationRequests } = app.collections;
  // As of the trial, whose ids are made of words: only a field says the time.
  const request = aRequest({ _id: new ObjectId("15c0ffee".padEnd(24, "0")), requestedAt: at(minute) });
  await registrationRequests.insertOne(request);
  await units.updateOne({ serialNumber }, { $set: { otherKey: { key: "k", at: at(0), times: 1 } } });
  const meta = { unit: serialNumber, machine: id };
  const connection = { meta, why: null, connection: "c", gateway: "g" };
  await connectionHistory.insertMany(
    [1, 2, 3, 4].map((ago) => ({
      ...connection,
      receivedAt: at(ago * minute),
      event: ago % 2 ? "connected" : "disconnected",
    })),
  );
  const warm = { strength: null, telemetry: { temperature: 18 }, version: "1", uptime: null };
  await liveHistory.insertMany(
    Array.from({ length: 17 }, (_, ago) => ({ ...warm, meta, receivedAt: at(ago * minute), at: at(0) })),
  );
  const report = { lastSeen: at(0), strength: null, telemetry: { temperature: 18 }, clockOffsetSeconds: 90 };
  await lastSeen.updateOne({ _id: serialNumber }, { $set: report }, { upsert: true });
  await app.minutes(2);
  for (const kind of ["clock-offset", "temperature", "bouncing-connection"] as const)
    expect(await states(kind, id)).toMatchObject([{ state: "open" }]);
  expect(await states("other-key", serialNumber)).toMatchObject([{ state: "open" }]);
  expect(await states("unit-waiting", request.serialNumber)).toMatchObject([{ state: "open" }]);
  const [waiting] = await app.collections.alarms
    .find({ kind: "unit-waiting", "subject.id": request.serialNumber })
    .toArray();
  expect(waiting?.startedAt).toEqual(request.requestedAt);

  await registrationRequests.deleteOne({ _id: request._id });
  await units.updateOne({ serialNumber }, { $set: { "otherKey.at": at(24 * 60 * minute) } });
  await lastSeen.updateOne({ _id: serialNumber }, { $set: { telemetry: { temperature: 5 }, clockOffsetSeconds: 0 } });
  await app.minutes(31);
  for (const kind of ["clock-offset", "temperature", "bouncing-connection"] as const)
    expect(await states(kind, id)).toMatchObject([{ state: "cleared" }]);
  expect(await states("unit-waiting", request.serialNumber)).toMatchObject([{ state: "cleared" }]);
  // A stranger's key does not go before somebody has seen it.
  expect(await states("other-key", serialNumber)).toMatchObject([{ state: "open" }]);
  await app.collections.alarms.updateOne(
    { kind: "other-key", "subject.id": serialNumber },
    { $set: { seenBy: new ObjectId(), seenAt: at(0) } },
  );
  await app.minutes(2);
  expect(await states("other-key", serialNumber)).toMatchObject([{ state: "cleared" }]);
});

test("of many requests the first are alarms: who knows the provisioning key does not hide all others", async () => {
  const { registrationRequests, alarms } = app.collections;
  const otherKey = { key: "k", at: at(0), times: 1 };
  const many = Array.from({ length: 600 }, (_, n) => aRequest({ requestedAt: at(n * 1_000), otherKey }));
  await registrationRequests.insertMany(many);
  await looks();
  for (const kind of ["unit-waiting", "other-key"] as const)
    expect(await alarms.countDocuments({ kind, state: "open" })).toBe(20);

  // The next ones take the places of those that an operator deletes.
  const gone = many.slice(0, 590).map(({ _id }) => _id);
  await registrationRequests.deleteMany({ _id: { $in: gone } });
  await looks();
  expect(await alarms.countDocuments({ kind: "unit-waiting", state: "open" })).toBe(10);
  await registrationRequests.deleteMany({});
});

test("another key is an alarm however many requests came before that of its serial number", async () => {
  const { registrationRequests } = app.collections;
  await registrationRequests.insertMany(Array.from({ length: 25 }, () => aRequest({ requestedAt: at(0) })));
  const shown = aRequest({ requestedAt: at(0), otherKey: { key: "k", at: at(0), times: 1 } });
  await registrationRequests.insertOne(shown);
  await looks();
  expect(await states("other-key", shown.serialNumber)).toMatchObject([{ state: "open" }]);
  await registrationRequests.deleteMany({});
});

test("what a gateway's own start and end did to connections is no bouncing", async () => {
  const { machine, serialNumber } = await one();
  const id = machine._id.toHexString();
  const meta = { unit: serialNumber, machine: id };
  const row = (ago: number, connection: string, why?: string) => ({
    meta,
    receivedAt: at(ago * minute),
    event: why === undefined ? ("connected" as const) : ("disconnected" as const),
    why: why ?? null,
    connection,
    gateway: "g",
  });
  const { connectionHistory } = app.collections;
  // Two ended in order, then two were killed.
  const byGateways = [
    row(9, "a"),
    row(8, "a", "stopping"),
    row(7, "b"),
    row(6, "b", "stopping"),
    row(5, "c"),
    row(4, "d"),
  ];
  await connectionHistory.insertMany(byGateways);
  await looks();
  expect(await states("bouncing-connection", id)).toEqual([]);

  await connectionHistory.insertMany([row(3, "d", "silent"), row(2, "e"), row(1, "e", "left"), row(0, "f")]);
  await looks();
  expect(await states("bouncing-connection", id)).toMatchObject([{ state: "open" }]);
});

test("what MongoDB or an operator did to connections is no bouncing", () => {
  const byOperator = ["unauthorised", "secret-replaced", "deleted"];
  const ended = ["not-stored", "not-checked", "clock-set-back", ...byOperator];
  const changes = ended.flatMap((why, n) => [
    { receivedAt: at((19 - 2 * n) * minute), event: "connected" as const, why: null, connection: why },
    { receivedAt: at((18 - 2 * n) * minute), event: "disconnected" as const, why, connection: why },
  ]);
  expect(ownChanges(changes)).toBe(1);
});
