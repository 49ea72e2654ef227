import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { mostAlarmRules } from "#shared/alarms/alarm-rule.schema.ts";
import { anAlarm } from "#shared/runtime/testing/stored-alarms.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator } from "../../testing/operator.ts";

const gateway = setUpGateway();
const operator = setUpOperator(gateway);
const admin = setUpOperator(gateway, "admin");

test("open alarms are listed by severity and age; cleared ones stand apart", async () => {
  const ago = (ms: number) => new Date(Date.now() - ms);
  const warning = anAlarm({ severity: "warning", startedAt: ago(9_000), words: "warning" });
  const [later, earlier] = [anAlarm({ startedAt: ago(1_000) }), anAlarm({ startedAt: ago(2_000) })];
  const cleared = anAlarm({ state: "cleared", clearedAt: ago(0) });
  await gateway.stores.alarms.insertMany([warning, later, earlier, cleared]);

  const { body } = await operator.get("/alarms");
  const ids = (list: { _id: string }[]) => list.map(({ _id }) => _id);
  expect(ids(body.alarms)).toEqual([earlier, later, warning].map(({ _id }) => _id.toHexString()));
  expect(body.total).toBe(3);
  expect(ids((await operator.get("/alarms/cleared")).body.alarms)).toEqual([cleared._id.toHexString()]);
  const one = await operator.get(`/alarms/${cleared._id.toHexString()}`);
  expect(one.body.alarm).toMatchObject({ _id: cleared._id.toHexString(), state: "cleared" });
  expect((await operator.get(`/alarms/${new ObjectId().toHexString()}`)).status).toBe(404);
});

test("an alarm is acknowledged, assigned, snoozed and commented, each with its line in the history and the audit", async () => {
  const [colleague, customer] = [aUser({ name: "Asha" }), aUser({ role: "customer" })];
  const alarm = anAlarm();
  alarm.history.push({ at: new Date(), step: "notified", by: null, words: `${colleague._id}` });
  await gateway.stores.alarms.insertOne(alarm);
  await gateway.stores.users.insertMany([colleague, customer]);
  const path = `/alarms/${alarm._id.toHexString()}`;

  expect((await operator.put(path, { assignee: customer._id.toHexString() })).status).toBe(400);
  expect((await operator.put(path, { snoozedUntil: new Date(0).toISOString() })).status).toBe(400);
  await operator.put(path, { seen: true });
  await operator.put(path, { assignee: colleague._id.toHexString() });
  await operator.put(path, { snoozedUntil: new Date(Date.now() + 3_600_000).toISOString() });
  const { body } = await operator.post(`${path}/comments`, { comment: "on the way" });
  expect(body.alarm).toMatchObject({ assignee: { name: "Asha" }, rev: 4 });
  const steps = body.alarm.history.map(({ step }: { step: string }) => step);
  expect(steps).toEqual(["raised", "notified", "acknowledged", "assigned", "snoozed", "commented"]);
  expect([1, 3].map((at) => body.alarm.history[at].words)).toEqual(["Asha", "Asha"]);
  const lines = await gateway.stores.audit.find({ "record.id": alarm._id.toHexString() }).toArray();
  expect(lines).toHaveLength(4);
  // Neither there nor in the alarm: the name is their account's alone, and goes with it.
  const stored = await gateway.stores.alarms.findOne({ _id: alarm._id });
  expect(JSON.stringify([stored, lines])).not.toContain("Asha");
  expect((await operator.put(path, { seen: false, rev: 1 })).status).toBe(409);
});

test("an assignment is taken back together with the acknowledgement that it was", async () => {
  const alarm = anAlarm();
  await gateway.stores.alarms.insertOne(alarm);
  const put = async (change: object) => (await operator.put(`/alarms/${alarm._id}`, change)).body.alarm;
  const own = { _id: operator.userId.toHexString() };
  expect(await put({ assignee: own._id })).toMatchObject({ assignee: own, seenBy: own });

  expect(await put({ assignee: null, seen: false })).toMatchObject({ assignee: null, seenBy: null, seenAt: null });
});

test("a state clears by itself alone; what happened is cleared by a person, once", async () => {
  const state = anAlarm();
  const event = anAlarm({ kind: "door-without-command" });
  await gateway.stores.alarms.insertMany([state, event]);
  const clear = (of: typeof state) =>
    operator.post(`/alarms/${of._id.toHexString()}/clear`, { reason: "a technician" });

  expect((await clear(state)).status).toBe(409);
  expect((await clear(event)).body.alarm).toMatchObject({ state: "cleared", clearedBy: { _id: expect.anything() } });
  expect((await clear(event)).status).toBe(409);
  expect(await gateway.stores.alarms.findOne({ _id: event._id })).toMatchObject({ due: ["cleared"] });
});

test("rules are read by staff and changed by admins; a rota names operators who may sign in", async () => {
  const [staff, suspended] = [aUser({ role: "staff", name: "Asha" }), aUser({ role: "staff", suspend: true })];
  await gateway.stores.users.insertMany([staff, suspended]);
  const rota = [{ operator: staff._id.toHexString() }];
  const add = (rule: object) => admin.post("/alarm-rules", rule);

  const { body } = await add({ name: "Nights", rota, kinds: ["door-open"], nextAfterMinutes: 15 });
  expect(body.alarmRule).toMatchObject({ name: "Nights", severity: "info", onDuty: { name: "Asha" }, rev: 0 });
  expect((await add({ name: "Nights", rota })).body.error).toBe("A rule named Nights exists already");
  expect((await add({ name: "Nobody" })).body.error).toBe("rota: must name at least one operator");
  expect((await add({ name: "Gone", rota: [{ operator: suspended._id.toHexString() }] })).status).toBe(400);
  expect((await add({ name: "Twice", rota: [...rota, ...rota] })).body.error).toBe("rota: must name nobody twice");
  expect((await add({ name: "Late", rota, hours: { weekdays: ["mon"], from: "8", until: "9:00" } })).status).toBe(400);

  expect((await operator.post("/alarm-rules", { name: "Mine", rota })).status).toBe(403);
  const path = `/alarm-rules/${body.alarmRule._id}`;
  const list = (await operator.get("/alarm-rules")).body;
  expect(list.alarmRules).toEqual([body.alarmRule]);
  expect(list.operators).toContainEqual({ _id: staff._id.toHexString(), name: "Asha" });
  const { _id, onDuty, ...sent } = body.alarmRule;
  const away = [{ ...sent.rota[0], awayUntil: new Date(Date.now() + 60_000).toISOString() }];
  expect((await admin.put(path, { ...sent, rota: away })).body.alarmRule).toMatchObject({ onDuty: null, rev: 1 });
  expect((await admin.put(path, sent)).body).toMatchObject({ code: "stale", alarmRule: { rev: 1 } });
  expect((await admin.delete(path)).status).toBe(200);
  expect((await admin.delete(path)).status).toBe(404);
  const verbs = (await gateway.stores.audit.find({ "record.id": _id }).toArray()).map(({ verb }) => verb);
  expect(verbs).toEqual(["alarmRule.added", "alarmRule.changed", "alarmRule.removed"]);
});

test("there are so many rules and no more, also of calls at once", async () => {
  const rota = [{ operator: admin.userId.toHexString() }];
  await gateway.stores.alarmRules.deleteMany({});
  const add = (at: number) => admin.post("/alarm-rules", { name: `Rule ${at}`, rota });
  for (let at = 0; at < mostAlarmRules - 4; at += 1) expect((await add(at)).status).toBe(200);

  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => add(100 + at)));

  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(4).fill(200), ...Array(8).fill(409)]);
  expect(await gateway.stores.alarmRules.countDocuments()).toBe(mostAlarmRules);
  await gateway.stores.alarmRules.deleteMany({});
});

test("a machine under work sells nothing until it ends; a region's work is that of its machines", async () => {
  const profile = new ObjectId();
  const region = { _id: new ObjectId(), region: `Region ${profile}`, profiles: [profile], rev: 0 };
  const [one, other] = [aMachine({ profile }), aMachine({ profile })];
  await gateway.stores.regions.insertOne(region);
  await gateway.stores.machines.insertMany([one, other]);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const path = `/vending-machines/${one._id.toHexString()}`;

  expect((await operator.put(`${path}/work`, { until })).body.error).toBe("reason: is required");
  expect((await operator.put(`${path}/work`, { until: new Date(0).toISOString(), reason: "x" })).status).toBe(400);
  const { body } = await operator.put(`${path}/work`, { until, reason: "new lock" });
  expect(body.vendingMachine.work).toEqual({ until, reason: "new lock" });
  expect((await operator.put(`${path}/work`, { until: null })).body.vendingMachine.work).toBeNull();

  const ofRegion = await operator.put(`/regions/${region._id.toHexString()}/work`, { until, reason: "no power" });
  expect(ofRegion.body).toMatchObject({ machines: 2, region: { region: region.region } });
  const { vendingMachine } = (await operator.get(path)).body;
  expect(vendingMachine.work).toEqual({ until, reason: "no power" });

  const shown = async () => (await operator.get(path)).body.vendingMachine.work;
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const workAt = (where: string, end: string | null) => operator.put(`${where}/work`, { until: end, reason: where });
  const here = `/regions/${region._id.toHexString()}`;
  const [short, middle, long] = [at(1), at(2), at(3)];
  await workAt(path, long);
  expect((await workAt(here, middle)).body.machines).toBe(1);
  expect(await shown()).toEqual({ until: long, reason: path });
  await workAt(here, null);
  expect(await shown()).toEqual({ until: long, reason: path });
  await workAt(path, short);
  await workAt(here, middle);
  await workAt(here, long);
  expect(await shown()).toEqual({ until: long, reason: here });
  expect((await workAt(here, null)).body.machines).toBe(2);
  expect(await shown()).toEqual({ until: short, reason: path });
  expect((await operator.get(`/vending-machines/${other._id.toHexString()}`)).body.vendingMachine.work).toBeNull();
  await workAt(path, null);
  expect(await gateway.stores.machines.findOne({ _id: one._id })).toMatchObject({ workEndedAt: expect.any(Date) });

  const settings = { offlineAfterMinutes: 30, hours: { from: "08:00", until: "22:00" } };
  expect((await operator.put(path, settings)).body.vendingMachine).toMatchObject(settings);
  expect((await operator.put(path, { offlineAfterMinutes: 0 })).status).toBe(400);
});
