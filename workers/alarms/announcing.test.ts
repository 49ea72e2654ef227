import { ObjectId } from "mongodb";
import { expect, onTestFinished, test } from "vitest";
import type { AlarmRuleDocument } from "#shared/alarms/alarm-rule.document.server.ts";
import { weekdays } from "#shared/http/local-time.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { anAlarm, anAlarmRule } from "#shared/runtime/testing/stored-alarms.ts";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { aWebhook } from "#shared/runtime/testing/stored-webhooks.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpAlarms, stepsOf } from "./testing/alarms.fixture.ts";

const app = setUpAlarms({ workers: 1 });
const minute = 60_000;
const at = (inMs: number) => new Date(app.clock.now() + inMs);

const kolkata = (inMs: number) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Kolkata", hour: "2-digit", minute: "2-digit" }).format(at(inMs));

const aRule = (options: Partial<AlarmRuleDocument>) =>
  anAlarmRule({ kinds: ["machine-offline"], turnsFrom: at(0), ...options });

/** A machine that falls silent now. Earlier machines are silent too, and are not announced again. */
const silent = async (options: Partial<MachineDocument> = {}) => {
  const [one] = await app.plant(1, options);
  if (!one) throw new Error("one was planted");
  await app.settle([one]);
  return one.machine;
};
const serialOf = async ({ _id }: MachineDocument) =>
  (await app.collections.units.findOne({ machine: _id }))?.serialNumber ?? "";
const alarmOf = ({ _id }: MachineDocument) => app.collections.alarms.findOne({ kind: "machine-offline", machine: _id });

test("who has the rota is notified once; unacknowledged it goes on, acknowledged it is reminded of", async () => {
  const [away, first, second, suspended] = ["Away", "First", "Second", "Suspended"].map((name) =>
    aUser({ role: "staff", name, suspend: name === "Suspended" }),
  );
  if (!away || !first || !second || !suspended) throw new Error("four");
  await app.collections.users.insertMany([away, first, second, suspended]);
  const turn = ({ _id: operator }: typeof away, awayUntil: Date | null = null) => ({ operator, awayUntil });
  const rota = [turn(away, at(86_400_000)), turn(suspended), turn(first), turn(second)];
  const { profile } = await app.plantRegion("Kochi");
  const region = await app.collections.regions.findOne({ profiles: profile, "profiles.0": { $exists: true } });
  const rule = aRule({ rota, nextAfterMinutes: 2, regions: region ? [region._id] : [] });
  await app.collections.alarmRules.insertMany([rule, aRule({ kinds: ["temperature"], rota: [turn(second)] })]);
  const [here, elsewhere] = [...(await app.plant(1, { profile })), ...(await app.plant(1))];
  if (!here || !elsewhere) throw new Error("two were planted");
  await app.settle([here, elsewhere]);
  const { machine } = here;
  await app.minutes(5);

  const raised = await alarmOf(machine);
  expect(raised?.notified).toEqual([{ rule: rule._id, operator: first._id, at: expect.any(Date) }]);
  expect(raised && stepsOf(raised)).toEqual(["raised", "notified"]);
  expect((await alarmOf(elsewhere.machine))?.notified).toBeUndefined();

  await app.minutes(2);
  const passedOn = await alarmOf(machine);
  expect(passedOn?.notified).toMatchObject([{ operator: second._id }]);
  // The name is their account's alone, and goes with it.
  expect(passedOn?.history.map(({ words }) => words)).toEqual(["", `${first._id}`, `${second._id}`]);
  await app.minutes(2);
  expect((await alarmOf(machine))?.notified).toMatchObject([{ operator: first._id }]);

  const seen = { seenBy: first._id, seenAt: at(-119 * minute), snoozedUntil: at(3 * minute) };
  await app.collections.alarms.updateOne({ machine: machine._id }, { $set: seen });
  await app.minutes(2);
  expect(await alarmOf(machine)).toMatchObject({ seenBy: first._id });
  // Put aside until here.
  await app.minutes(2);
  const reminded = await alarmOf(machine);
  expect(reminded).toMatchObject({ seenBy: null, due: [], notified: [{ operator: first._id }] });
  expect(reminded && stepsOf(reminded).slice(-2)).toEqual(["reminded", "notified"]);

  // Nobody waits for who may not sign in any more, also where the rule passes nothing on.
  await app.collections.alarmRules.updateOne({ _id: rule._id }, { $set: { nextAfterMinutes: null } });
  await app.collections.users.updateOne({ _id: first._id }, { $set: { suspend: true } });
  await app.minutes(1);
  expect((await alarmOf(machine))?.notified).toMatchObject([{ operator: second._id }]);
});

test("what a rule gave to nobody it gives to the first who is there; what a removed rule gave is nobody's", async () => {
  const [back, nights] = [aUser({ role: "staff", name: "Back" }), aUser({ role: "staff", name: "Nights" })];
  await app.collections.users.insertMany([back, nights]);
  const later = aRule({ rota: [{ operator: back._id, awayUntil: at(9 * minute) }] });
  const hours = { weekdays: [...weekdays], from: kolkata(9 * minute), until: kolkata(600 * minute) };
  const closed = aRule({ hours, rota: [{ operator: nights._id, awayUntil: null }] });
  await app.collections.alarmRules.insertMany([later, closed]);
  onTestFinished(async () => {
    await app.collections.alarmRules.deleteMany({ _id: { $in: [later._id, closed._id] } });
  });
  const machine = await silent();
  await app.minutes(5);
  const raised = await alarmOf(machine);
  expect(raised).toMatchObject({ state: "open", due: [] });
  expect(raised?.notified ?? []).toEqual([]);

  await app.minutes(3);
  const given = await alarmOf(machine);
  const notified = [back, nights].map(({ _id }) => `${_id}`);
  expect(given?.history.map(({ words }) => words).sort()).toEqual(["", ...notified].sort());
  expect(given?.notified).toHaveLength(2);

  await app.collections.alarmRules.deleteOne({ _id: later._id });
  await app.minutes(1);
  expect((await alarmOf(machine))?.notified).toMatchObject([{ rule: closed._id }]);
});

test("an alarm that comes and goes stays with who has it, and goes on when it is true for long", async () => {
  const [first, second] = ["First", "Second"].map((name) => aUser({ role: "staff", name }));
  if (!first || !second) throw new Error("two");
  await app.collections.users.insertMany([first, second]);
  const { region, profile } = await app.plantRegion("Thrissur");
  const rota = [first, second].map(({ _id: operator }) => ({ operator, awayUntil: null }));
  await app.collections.alarmRules.insertOne(aRule({ rota, nextAfterMinutes: 3, regions: [region] }));
  const heard = await app.plant(1, { profile });
  await app.settle(heard);
  const [{ machine } = { machine: undefined }] = heard;
  const has = async (state: "open" | "cleared", { _id }: typeof first) =>
    eventually(async () =>
      expect(await app.collections.alarms.findOne({ machine: machine?._id ?? null })).toMatchObject({
        state,
        due: [],
        notified: [{ operator: _id }],
      }),
    );
  await app.minutes(5);
  await has("open", first);
  await app.hear(heard);
  await app.minutes(1);
  await has("cleared", first);

  await app.minutes(5);
  await has("open", first);
  await app.minutes(3);
  await has("open", second);
});

test("the alarm of a machine under work is kept, and announced once the work has ended", async () => {
  const work = { until: at(10 * minute), reason: "new lock", by: new ObjectId() };
  const machine = await silent({ work });
  await app.minutes(5);
  expect(await alarmOf(machine)).toMatchObject({ quietUntil: work.until, isAnnounced: false, due: [] });

  await app.minutes(3);
  expect(await alarmOf(machine)).toMatchObject({ quietUntil: null, isAnnounced: true, state: "open" });

  const again = { until: at(20 * minute), reason: "", by: new ObjectId() };
  await app.collections.machines.updateOne({ _id: machine._id }, { $set: { work: again } });
  await app.minutes(1);
  expect(await alarmOf(machine)).toMatchObject({ quietUntil: again.until });
  await app.collections.machines.updateOne({ _id: machine._id }, { $set: { work: null } });
  await app.minutes(1);
  const ended = await alarmOf(machine);
  expect(ended).toMatchObject({ quietUntil: null });
  expect(ended && stepsOf(ended)).toEqual(["raised"]);

  await app.hear([{ machine, serialNumber: await serialOf(machine) }]);
  await app.minutes(1);
  const anew = { ...again, until: at(60 * minute) };
  await app.collections.machines.updateOne({ _id: machine._id }, { $set: { work: anew } });
  await app.minutes(5);
  expect(await alarmOf(machine)).toMatchObject({ state: "open", count: 2, isAnnounced: false, due: [] });
  // It is well again just before the work is ended.
  await app.hear([{ machine, serialNumber: await serialOf(machine) }]);
  await app.collections.machines.updateOne({ _id: machine._id }, { $set: { work: null } });
  await app.pass(2_000);
  expect(await alarmOf(machine)).toMatchObject({ state: "cleared", isAnnounced: false, due: [] });
});

test("a machine is offline after its own time, or its region's, and never while it is closed or deactive", async () => {
  const { region, profile } = await app.plantRegion("Goa");
  await app.collections.regions.updateOne({ _id: region }, { $set: { offlineAfterMinutes: 6 } });
  const hours = { from: kolkata(10 * minute), until: kolkata(600 * minute) };
  const [own, ofRegion, closed] = await app.plant(3, { profile });
  if (!own || !ofRegion || !closed) throw new Error("three");
  await app.collections.machines.updateOne({ _id: own.machine._id }, { $set: { offlineAfterMinutes: 3 } });
  await app.collections.machines.updateOne({ _id: closed.machine._id }, { $set: { hours, offlineAfterMinutes: 2 } });
  const deactive = await app.plant(1, { active: false });
  await app.settle([own, ofRegion, closed, ...deactive]);

  await app.minutes(3);
  expect(await alarmOf(own.machine)).toMatchObject({ state: "open" });
  expect(await alarmOf(ofRegion.machine)).toBeNull();
  await app.minutes(3);
  expect(await alarmOf(ofRegion.machine)).toMatchObject({ state: "open" });
  expect(await alarmOf(closed.machine)).toBeNull();
  await app.minutes(4);
  expect(await alarmOf(closed.machine)).toMatchObject({ state: "open" });
  for (const { machine } of deactive) expect(await alarmOf(machine)).toBeNull();
});

test("webhooks get the end of an alarm where they got its beginning, whatever the rules are by then", async () => {
  const { alarmRules, alarms, webhooks, webhookDeliveries } = app.collections;
  const rule = aRule({ webhook: true });
  const webhook = aWebhook(["alarm.raised", "alarm.cleared"]);
  await alarmRules.insertOne(rule);
  await webhooks.insertOne(webhook);
  onTestFinished(async () => {
    await alarmRules.deleteOne({ _id: rule._id });
    await webhooks.deleteOne({ _id: webhook._id });
  });
  const isAbout = (kind: AlarmRuleDocument["kinds"][number]) =>
    alarmRules.updateOne({ _id: rule._id }, { $set: { kinds: [kind] } });
  /** What was sent of an alarm that began while the rule was about one kind, and ended while it was about the other. */
  const sentOf = async (first: "machine-offline" | "temperature", second: "machine-offline" | "temperature") => {
    await isAbout(first);
    const heard = await app.plant(1);
    await app.settle(heard);
    await app.minutes(5);
    const { _id } = heard[0]?.machine ?? {};
    const isDone = (state: "open" | "cleared") =>
      eventually(async () => expect(await alarms.findOne({ machine: _id })).toMatchObject({ state, due: [] }));
    await isDone("open");
    await isAbout(second);
    await app.hear(heard);
    await app.minutes(1);
    await isDone("cleared");
    const alarm = await alarms.findOne({ machine: _id });
    return async () => {
      const sent = await webhookDeliveries.find({ "subject.id": alarm?._id }).sort({ seq: 1 }).toArray();
      return sent.map(({ type }) => type);
    };
  };

  const sent = await sentOf("machine-offline", "temperature");
  expect(await sent()).toEqual(["alarm.raised", "alarm.cleared"]);
  const unsent = await sentOf("temperature", "machine-offline");
  expect(await unsent()).toEqual([]);

  // Both are silent again, within a quarter of an hour.
  await app.minutes(6);
  await eventually(async () => expect(await sent()).toEqual(["alarm.raised", "alarm.cleared", "alarm.raised"]));
  expect(await unsent()).toEqual([]);

  // Its end and its return are announced late, once it has returned, and was counted again since.
  const steps = (["raised", "cleared", "repeated", "repeated"] as const).map((step, n) => ({
    step,
    at: at((n - 9) * minute),
  }));
  const history = steps.map((one) => ({ ...one, by: null, words: "" }));
  const late = anAlarm({ kind: "report-failed", byWebhook: true, history, due: ["cleared", "returned"] });
  await alarms.insertOne(late);
  await app.minutes(1);
  await eventually(async () => {
    const found = await webhookDeliveries.find({ "subject.id": late._id }).sort({ seq: 1 }).toArray();
    expect(found.map(({ createdAt }) => createdAt)).toEqual([steps[1]?.at, steps[2]?.at]);
    expect(found[0]?.data).toMatchObject({ alarm: { clearedAt: steps[1]?.at.toISOString() } });
  });
});
