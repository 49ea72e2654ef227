import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { anAlarmRule } from "#shared/runtime/testing/stored-alarms.ts";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { setUpAlarms } from "./testing/alarms.fixture.ts";

const app = setUpAlarms();
const hour = 3_600_000;

const waits = async (serialNumber: string): Promise<void> => {
  const at = new Date(app.clock.now());
  await app.collections.registrationRequests.insertOne({
    _id: new ObjectId(),
    serialNumber,
    version: "1",
    dateTime: at,
    requestedAt: at,
    key: null,
    otherKey: null,
  });
};

test("alarms go on where MongoDB's clock is set back, as by a primary that takes over", async () => {
  const [before] = await app.plant(1);
  if (!before) throw new Error("one was planted");
  await app.settle([before]);
  app.clock.advance(-hour);

  const serialNumber = "CU-WAITS";
  await waits(serialNumber);
  const heard = await app.plantHeard();
  await app.pass(12_000);
  expect(await app.states("unit-waiting", serialNumber)).toMatchObject([{ state: "open" }]);

  await app.minutes(5);
  const id = heard.machine._id.toHexString();
  expect(await app.states("machine-offline", id)).toMatchObject([{ state: "open", count: 1 }]);
});

test("what nobody acknowledges goes to the next of the rota also where MongoDB's clock was set back meanwhile", async () => {
  const [first, second] = [aUser({ role: "staff", name: "First" }), aUser({ role: "staff", name: "Second" })];
  const rota = [first, second].map(({ _id: operator }) => ({ operator, awayUntil: null }));
  await app.collections.users.insertMany([first, second]);
  await app.collections.alarmRules.insertOne(anAlarmRule({ kinds: ["unit-waiting"], rota, nextAfterMinutes: 5 }));
  const serialNumber = "CU-WAITS-LONG";
  await waits(serialNumber);
  const alarm = () => app.collections.alarms.findOne({ kind: "unit-waiting", "subject.id": serialNumber });
  await app.pass(12_000);
  expect((await alarm())?.notified).toMatchObject([{ operator: first._id }]);

  app.clock.advance(-hour);
  await app.minutes(2);
  expect((await alarm())?.notified).toMatchObject([{ operator: second._id }]);
});
