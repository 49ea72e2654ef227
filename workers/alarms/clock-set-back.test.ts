import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { createPresence } from "#shared/live-status/presence.server.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { anAlarmRule } from "#shared/runtime/testing/stored-alarms.ts";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { createNetworkReader } from "./network.ts";
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

test("what came back shortly before MongoDB's clock was set back goes through the rota no faster than its rule says", async () => {
  await app.collections.alarmRules.deleteMany({});
  const operators = ["One", "Two", "Three"].map((name) => aUser({ role: "staff", name }));
  const rota = operators.map(({ _id: operator }) => ({ operator, awayUntil: null }));
  await app.collections.users.insertMany(operators);
  await app.collections.alarmRules.insertOne(anAlarmRule({ kinds: ["unit-waiting"], rota, nextAfterMinutes: 5 }));
  const serialNumber = "CU-WAITS-AGAIN";
  await waits(serialNumber);
  const ours = { kind: "unit-waiting" as const, "subject.id": serialNumber };
  await app.pass(12_000);
  const notified = async () =>
    (await app.collections.alarms.findOne(ours))?.history.filter(({ step }) => step === "notified").length;
  // By a gateway, in the same moment as a look.
  const woken = { at: new Date(app.clock.now() + 15_000), step: "woken" as const, by: operators[0]?._id ?? null };
  await app.collections.alarms.updateOne(ours, { $push: { history: { ...woken, words: "" } } });
  await app.pass(6_000);
  expect(await notified()).toBe(1);

  app.clock.advance(-hour);
  await app.minutes(4);
  expect(await notified()).toBe(2);
});

test("a machine was heard just now for alarms, too, where Redis's clock is behind MongoDB's", async () => {
  const [heard] = await app.plant(1);
  if (!heard) throw new Error("one was planted");
  const { mongo, redis, keys, clock, collections } = app;
  const redisClock = { now: () => clock.now() - hour };
  // As workers have it: their own clock decides nothing.
  const ofWorker = { redis, keys, collections, redisClock, clock: { now: () => 0 } };
  const presence = createPresence({ ...ofWorker, log: createLogger("workers", "silent"), silentAfterSeconds: 75 });
  await presence.touch([{ serialNumber: heard.serialNumber, heardAt: 0, link: null }]);

  const { machines } = await createNetworkReader({ mongo, presence, timeZone: "Asia/Kolkata" })(clock.now());

  expect(machines.find(({ serialNumber }) => serialNumber === heard.serialNumber)?.lastSeen).toBe(clock.now());
});
