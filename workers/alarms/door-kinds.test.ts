import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { offlineText } from "#shared/control-units/control-unit.rules.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { aContainer } from "#shared/runtime/testing/stored-records.ts";
import { aSession, rowsOfSession } from "#shared/runtime/testing/stored-sessions.ts";
import { type Heard, setUpAlarms } from "./testing/alarms.fixture.ts";

const app = setUpAlarms({ workers: 1 });
const minute = 60_000;
const at = (agoMs: number) => new Date(app.clock.now() - agoMs);
/** With containers at the channels 1 to 12. */
const plantHeard = async () => {
  const heard = await app.plantHeard();
  const containers = Array.from({ length: 12 }, (_, at) => aContainer(heard.machine, at + 1));
  await app.collections.containers.insertMany(containers);
  return heard;
};
const idOf = ({ machine }: Heard) => machine._id.toHexString();
const states: typeof app.states = (...of) => app.states(...of);

/** Its unit is heard all the time. */
const looks = async (heard: Heard, minutes = 1) => {
  for (let i = 0; i < minutes; i += 1) {
    await app.hear([heard]);
    await app.minutes(1);
  }
};
const said = (agoMs: number, boot = "b", seq = 1) => ({ receivedAt: at(agoMs), at: at(agoMs), boot, seq });
const open = ({ serialNumber }: Heard, channel: number, agoMs = 0, boot = "b") => ({
  _id: `${serialNumber}/${channel}`,
  serialNumber,
  channel,
  isLocked: false,
  connectionNumber: 1,
  ...said(agoMs, boot),
});
/** These locks were locked, and opened a while ago. */
const opened = async ({ machine, serialNumber }: Heard, channels: number[], agoMs = 0, seq = 1) => {
  const meta = { unit: serialNumber, machine: machine._id.toHexString() };
  await app.collections.lockHistory.insertMany(
    channels.flatMap((channel) => [
      { meta, channel, isLocked: true, ...said(agoMs + minute, "b", seq - 1) },
      { meta, channel, isLocked: false, ...said(agoMs, "b", seq) },
    ]),
  );
};

test("a lock that stays open, and one that opened without a command, are alarms of their machine", async () => {
  const heard = await plantHeard();
  const { machine, serialNumber } = heard;
  const given = { channels: [4], createdAt: at(5_000), startedAt: at(5_000) };
  await app.collections.sessions.insertOne(aSession(machine, given));
  // The unit has more inputs than there are containers.
  await app.collections.doors.insertMany([open(heard, 4), open(heard, 7), open(heard, 16)]);
  await opened(heard, [4, 7, 16]);
  const meta = { unit: serialNumber, machine: idOf(heard) };
  // It had got no PUBACK for this the first time.
  const longAgo = { meta, channel: 8, isLocked: false, ...said(50 * minute, "b", 0) };
  await app.collections.lockHistory.insertMany([longAgo, { ...longAgo, receivedAt: at(0) }]);
  // Said for the first time: it was put up with this door open.
  await app.collections.lockHistory.insertOne({ meta, channel: 9, isLocked: false, ...said(0) });
  await looks(heard, 3);
  const words = `Lock 7 of ${machine.name} opened without a command`;
  expect(await states("door-without-command", idOf(heard))).toEqual([{ state: "open", words, count: 1 }]);
  const isOpen = { state: "open", words: `Lock 7 of ${machine.name} open` };
  expect(await states("door-open", idOf(heard))).toMatchObject([isOpen]);

  await app.collections.doors.updateMany({ serialNumber }, { $set: { isLocked: true } });
  await looks(heard);
  expect(await states("door-open", idOf(heard))).toMatchObject([{ state: "cleared" }]);
  expect(await states("door-without-command", idOf(heard))).toMatchObject([{ state: "open" }]);
});

test("neither a question nor a command that never had its turn or was never sent explains a door that opened", async () => {
  const heard = await plantHeard();
  const { machine } = heard;
  const turn = { createdAt: at(5_000), startedAt: at(5_000) };
  await app.collections.sessions.insertMany([
    aSession(machine, { ...turn, type: "lock-status", channels: [1] }),
    aSession(machine, { channels: [2], createdAt: at(5_000), status: "failed" }),
    // Given after it had opened.
    aSession(machine, { channels: [3], createdAt: at(-20_000), startedAt: at(-20_000) }),
    // It had its turn, and was never sent.
    aSession(machine, { ...turn, channels: [4], status: "failed", reason: offlineText }),
    aSession(machine, { ...turn, channels: [5], status: "expired" }),
  ]);
  await opened(heard, [1, 2, 3, 4, 5]);
  await looks(heard);
  const words = `Locks 1, 2, 3, 4, 5 of ${machine.name} opened without a command`;
  expect(await states("door-without-command", idOf(heard))).toMatchObject([{ state: "open", words }]);
});

test("what a unit kept while it was not connected says which doors a command had opened", async () => {
  const heard = await plantHeard();
  const { machine } = heard;
  const long = at(40 * minute);
  const session = aSession(machine, { channels: [1, 2], createdAt: long, startedAt: long, status: "failed" });
  // The unit kept both reports about lock 1, and about lock 2 only the one that it is open.
  const reported = [said(2_000, "b1", 1), said(40 * minute, "b", 6)];
  const rows = rowsOfSession(session, { deadlineAt: null }).map((row, n) => ({
    ...row,
    facts: { opened: { ...(reported[n] ?? said(0)), late: true, code: null, message: null, isLocked: null } },
  }));
  await app.collections.sessions.insertOne(session);
  await app.collections.sessionRows.insertMany(rows);
  await opened(heard, [1, 2], 0, 7);
  await looks(heard, 2);
  expect(await states("door-without-command", idOf(heard))).toEqual([]);

  await opened(heard, [1, 2], 0, 70);
  await looks(heard);
  const words = `Locks 1, 2 of ${machine.name} opened without a command`;
  expect(await states("door-without-command", idOf(heard))).toMatchObject([{ state: "open", words }]);
});

test("an open door is not over because its unit falls silent, or says again that it is open", async () => {
  const heard = await plantHeard();
  const { serialNumber } = heard;
  await app.collections.doors.insertOne(open(heard, 1, 3 * minute));
  await looks(heard);
  expect(await states("door-open", idOf(heard))).toMatchObject([{ state: "open" }]);

  await app.collections.doors.updateOne({ serialNumber }, { $set: said(0) });
  await looks(heard);
  await app.minutes(3);
  expect(await states("door-open", idOf(heard))).toMatchObject([{ state: "open", count: 1 }]);

  await app.collections.doors.updateOne({ serialNumber }, { $set: { isLocked: true } });
  await app.minutes(1);
  expect(await states("door-open", idOf(heard))).toMatchObject([{ state: "cleared" }]);
});

test("a lock that its unit has not named since it was switched on is none of its locks any more", async () => {
  const heard = await plantHeard();
  const { serialNumber } = heard;
  const present = { ...open(heard, 1, 3 * minute, "b2"), isLocked: true, connectionNumber: 2 };
  await app.collections.doors.insertMany([present, open(heard, 12, 3 * minute)]);
  await looks(heard, 2);
  expect(await states("door-open", idOf(heard))).toEqual([]);

  await app.collections.doors.updateOne({ _id: `${serialNumber}/1` }, { $set: { isLocked: false } });
  await looks(heard);
  const words = `Lock 1 of ${heard.machine.name} open`;
  expect(await states("door-open", idOf(heard))).toMatchObject([{ state: "open", words }]);
});

test("a door that was forced while no worker looked is an alarm once one does", async () => {
  const heard = await plantHeard();
  await looks(heard);
  for (const worker of app.running) await worker.stop();
  app.clock.advance(60 * minute);
  await opened(heard, [5], 30 * minute);
  await app.startWorker();
  await looks(heard);
  expect(await states("door-without-command", idOf(heard))).toMatchObject([{ state: "open", count: 1 }]);
});

test("a door that is forced again long after somebody has seen the alarm needs somebody again, at once", async () => {
  const heard = await plantHeard();
  const { machine } = heard;
  const alarm = () => app.collections.alarms.findOne({ kind: "door-without-command", machine: machine._id });
  await opened(heard, [1]);
  await looks(heard);
  const seen = { seenBy: new ObjectId(), seenAt: at(0), snoozedUntil: at(-120 * minute) };
  await app.collections.alarms.updateOne({ machine: machine._id }, { $set: seen });
  await opened(heard, [2]);
  await looks(heard);
  expect(await alarm()).toMatchObject({ ...seen, count: 2 });

  app.clock.advance(16 * minute);
  await opened(heard, [3], 0, 2);
  await looks(heard);
  // Nor is it cleared by who has not seen that.
  expect(await alarm()).toMatchObject({ seenBy: null, snoozedUntil: null, count: 3, rev: 2 });
});

test("a door that was opened while somebody worked at the machine is listed and announced to nobody, the next one is", async () => {
  const heard = await plantHeard();
  const { machine } = heard;
  const alarm = () => app.collections.alarms.findOne({ kind: "door-without-command", machine: machine._id });
  const change = (fields: Partial<MachineDocument>) =>
    app.collections.machines.updateOne({ _id: machine._id }, { $set: fields });
  await change({ work: { until: at(-60 * minute), reason: "a new lock", by: new ObjectId() } });
  await opened(heard, [1]);
  await looks(heard);
  // The last one just before the work is ended.
  await opened(heard, [2], 0, 2);
  await change({ work: null, workEndedAt: at(0) });
  await looks(heard, 2);
  expect(await alarm()).toMatchObject({ state: "open", count: 2, quietUntil: null, isAnnounced: false, due: [] });

  await opened(heard, [3], 0, 4);
  await looks(heard);
  expect(await alarm()).toMatchObject({ count: 3, isAnnounced: true });
});

test("a door that its unit says to be open each time that it connects is an alarm as any other", async () => {
  const heard = await plantHeard();
  await opened(heard, [1], 3 * minute);
  await app.collections.doors.insertOne(open(heard, 1, 20_000));

  await app.hear([heard]);
  await app.pass(20_000);

  expect(await states("door-open", idOf(heard))).toMatchObject([{ state: "open" }]);
});
