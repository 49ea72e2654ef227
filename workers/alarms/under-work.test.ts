import { ObjectId } from "mongodb";
import { expect, onTestFinished, test } from "vitest";
import type { AlarmDocument } from "#shared/alarms/alarm.document.server.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { anAlarmRule } from "#shared/runtime/testing/stored-alarms.ts";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { aSession, rowsOfSession } from "#shared/runtime/testing/stored-sessions.ts";
import { type Heard, setUpAlarms } from "./testing/alarms.fixture.ts";

const app = setUpAlarms({ workers: 1 });
const minute = 60_000;
const at = (inMs: number) => new Date(app.clock.now() + inMs);
const work = (inMs: number) => ({ until: at(inMs), reason: "a new lock", by: new ObjectId() });
const change = ({ machine }: Heard, fields: Partial<MachineDocument>) =>
  app.collections.machines.updateOne({ _id: machine._id }, { $set: fields });
const alarmOf = ({ machine }: Heard) =>
  app.collections.alarms.findOne({ kind: "machine-offline", machine: machine._id });

test.each<[string, (heard: Heard) => Promise<unknown>]>([
  ["ends by itself", () => app.minutes(10)],
  ["is ended", (heard) => change(heard, { work: null, workEndedAt: at(0) })],
])("what was announced before the work goes once more to who has it when the work %s", async (_how, end) => {
  const { heard, operators } = await app.plantAnnounced(["First", "Second"], { nextAfterMinutes: 10 });
  const [first, second] = operators;
  // The minutes of the rule are over in the look that finds the work.
  await app.minutes(9);
  await change(heard, { work: work(30 * minute) });
  await app.minutes(20);
  expect((await alarmOf(heard))?.notified).toMatchObject([{ operator: first?._id, at: at(-29 * minute) }]);

  await end(heard);
  await app.minutes(1);
  const ended = await alarmOf(heard);
  expect(ended).toMatchObject({ quietUntil: null, notified: [{ operator: first?._id }], due: [] });
  expect(ended?.notified?.[0]?.at.getTime()).toBeGreaterThanOrEqual(app.clock.now() - minute);

  await app.minutes(8);
  expect((await alarmOf(heard))?.notified).toMatchObject([{ operator: first?._id }]);
  await app.minutes(3);
  expect((await alarmOf(heard))?.notified).toMatchObject([{ operator: second?._id }]);
});

test.each<[string, () => Partial<AlarmDocument>, number]>([
  ["once more", () => ({}), 2],
  ["no more where somebody has seen it", () => ({ seenBy: new ObjectId(), seenAt: at(0) }), 1],
  ["no more where somebody has put it aside", () => ({ snoozedUntil: at(60 * minute) }), 1],
])("who is alone in a rota is notified %s", async (_how, made, times) => {
  const { heard, operators } = await app.plantAnnounced(["Alone"], { nextAfterMinutes: 10 });
  await app.collections.alarms.updateOne({ machine: heard.machine._id }, { $set: made() });
  await change(heard, { work: work(4 * minute) });
  await app.minutes(6);
  const notified = (await alarmOf(heard))?.history.filter(({ step }) => step === "notified");
  expect(notified?.map(({ words }) => words)).toEqual(Array.from({ length: times }, () => `${operators[0]?._id}`));
});

test.each<[string, () => Partial<AlarmDocument>, { seenBy: null } | { snoozedUntil: null }]>([
  ["seen", () => ({ seenBy: new ObjectId(), seenAt: at(0) }), { seenBy: null }],
  ["put aside", () => ({ snoozedUntil: at(60 * minute) }), { snoozedUntil: null }],
])(
  "what somebody has %s during the work notifies nobody when it ends, until it is taken up again",
  async (_how, made, again) => {
    const operator = aUser({ role: "staff", name: "On duty" });
    const rule = anAlarmRule({ kinds: ["machine-offline"], rota: [{ operator: operator._id, awayUntil: null }] });
    await app.collections.users.insertOne(operator);
    await app.collections.alarmRules.insertOne(rule);
    onTestFinished(async () => {
      await app.collections.alarmRules.deleteOne({ _id: rule._id });
    });
    const heard = await app.plantHeard();
    await app.settle([heard]);
    await change(heard, { work: work(9 * minute) });
    await app.minutes(7);
    expect(await alarmOf(heard)).toMatchObject({ state: "open", isAnnounced: false });
    const ofMachine = { kind: "machine-offline" as const, machine: heard.machine._id };
    await app.collections.alarms.updateOne(ofMachine, { $set: made() });

    await app.minutes(4);
    const ended = await alarmOf(heard);
    expect(ended).toMatchObject({ quietUntil: null, isAnnounced: true, byWebhook: true, due: [] });
    expect(ended?.notified ?? []).toEqual([]);

    await app.collections.alarms.updateOne(ofMachine, { $set: again });
    await app.minutes(1);
    expect((await alarmOf(heard))?.notified).toMatchObject([{ operator: operator._id }]);
  },
);

test("what whoever worked at a machine did to its connection is no bouncing once the work has ended", async () => {
  const heard = await app.plantHeard();
  const { machine, serialNumber } = heard;
  const meta = { unit: serialNumber, machine: machine._id.toHexString() };
  const bounce = () =>
    app.collections.connectionHistory.insertMany(
      [1, 2, 3, 4].map((ago) => ({
        meta,
        receivedAt: at(-ago * 1_000),
        event: ago % 2 ? ("connected" as const) : ("disconnected" as const),
        why: ago % 2 ? null : "left",
        connection: "c",
        gateway: "g",
      })),
    );
  const alarm = () => app.collections.alarms.findOne({ kind: "bouncing-connection", machine: machine._id });
  const looks = async (minutes: number) => {
    for (let i = 0; i < minutes; i += 1) {
      await app.hear([heard]);
      await app.minutes(1);
    }
  };
  await change(heard, { work: work(60 * minute) });
  await bounce();
  await looks(2);
  expect(await alarm()).toMatchObject({ state: "open", isAnnounced: false });

  await change(heard, { work: null, workEndedAt: at(0) });
  await looks(1);
  expect(await alarm()).toMatchObject({ state: "cleared", isAnnounced: false, due: [] });

  await bounce();
  await looks(2);
  expect(await alarm()).toMatchObject({ state: "open", isAnnounced: true });
});

test("what happens again in the last moments of work is announced once when the work ends", async () => {
  const { machine } = await app.plantHeard();
  const operator = aUser({ role: "staff", name: "On duty" });
  const rule = anAlarmRule({ kinds: ["container-failed"], rota: [{ operator: operator._id, awayUntil: null }] });
  await app.collections.users.insertOne(operator);
  await app.collections.alarmRules.insertOne(rule);
  onTestFinished(async () => {
    await app.collections.alarmRules.deleteOne({ _id: rule._id });
  });
  const fail = async () => {
    const session = aSession(machine, { type: "open", channels: [3] });
    const failed = { receivedAt: at(0), at: null, boot: null, seq: null, late: false, isLocked: null };
    const facts = { failed: { ...failed, code: "DOOR_JAMMED", message: null } };
    const rows = rowsOfSession(session).map((row) => ({ ...row, facts, end: "failed" as const, endedAt: at(0) }));
    await app.collections.sessionRows.insertMany(rows);
  };
  const alarm = () => app.collections.alarms.findOne({ kind: "container-failed", machine: machine._id });
  await app.collections.machines.updateOne({ _id: machine._id }, { $set: { work: work(60 * minute) } });
  await fail();
  await fail();
  await app.minutes(1);
  expect(await alarm()).toMatchObject({ state: "open", isAnnounced: false });

  await fail();
  await app.collections.machines.updateOne({ _id: machine._id }, { $set: { work: null, workEndedAt: at(0) } });
  await app.minutes(1);
  const announced = await alarm();
  expect(announced).toMatchObject({ isAnnounced: true, quietUntil: null, due: [] });
  expect(announced?.history.filter(({ step }) => step === "notified")).toHaveLength(1);
});
