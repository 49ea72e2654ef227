import { expect, test } from "vitest";
import { anAlarmRule } from "#shared/runtime/testing/stored-alarms.ts";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { setUpAlarms } from "./testing/alarms.fixture.ts";

const app = setUpAlarms({ workers: 1 });
const minute = 60_000;
const at = (inMs: number) => new Date(app.clock.now() + inMs);

test("an alarm that was snoozed comes back to who had it, and goes on from there", async () => {
  const [first, second] = ["First", "Second"].map((name) => aUser({ role: "staff", name }));
  if (!first || !second) throw new Error("two");
  await app.collections.users.insertMany([first, second]);
  const rota = [first, second].map(({ _id: operator }) => ({ operator, awayUntil: null }));
  const rule = anAlarmRule({ kinds: ["machine-offline"], turnsFrom: at(0), rota, nextAfterMinutes: 3 });
  await app.collections.alarmRules.insertOne(rule);
  const heard = await app.plant(1);
  await app.settle(heard);
  const ofMachine = { machine: heard[0]?.machine._id ?? null };
  const alarm = () => app.collections.alarms.findOne(ofMachine);
  const step = (step: "snoozed" | "woken", snoozedUntil: Date | null) =>
    app.collections.alarms.updateOne(ofMachine, {
      $set: { snoozedUntil },
      $push: { history: { at: at(0), step, by: first._id, words: "" } },
    });
  await app.minutes(5);
  expect(await alarm()).toMatchObject({ notified: [{ operator: first._id }] });
  await step("snoozed", at(10 * minute));
  await app.minutes(9);
  const during = at(0);
  await app.minutes(2);
  const back = await alarm();
  // At another moment: their open page shows it again.
  expect(back).toMatchObject({ seenBy: null, notified: [{ operator: first._id }] });
  expect(back?.notified?.[0]?.at.getTime()).toBeGreaterThan(during.getTime());
  await app.minutes(3);
  expect(await alarm()).toMatchObject({ notified: [{ operator: second._id }] });

  // An operator takes it up again by hand and therefore looks at it.
  await step("snoozed", at(60 * minute));
  await app.minutes(5);
  await step("woken", null);
  await app.minutes(1);
  expect(await alarm()).toMatchObject({ notified: [{ operator: second._id }] });
});
