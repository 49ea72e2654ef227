import { expect, test } from "vitest";
import { anAlarm } from "#shared/runtime/testing/stored-alarms.ts";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator } from "../../testing/operator.ts";

const gateway = setUpGateway();
const operator = setUpOperator(gateway);

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
});

test("an alarm is acknowledged, assigned, snoozed and commented, each with its line in the history and the audit", async () => {
  const alarm = anAlarm();
  const [colleague, customer] = [aUser({ name: "Asha" }), aUser({ role: "customer" })];
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
  expect(steps).toEqual(["raised", "acknowledged", "assigned", "snoozed", "commented"]);
  expect(await gateway.stores.audit.countDocuments({ "record.id": alarm._id.toHexString() })).toBe(4);
  expect((await operator.put(path, { seen: false, rev: 1 })).status).toBe(409);
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
