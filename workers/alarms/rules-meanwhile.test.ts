import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import type { AlarmDocument } from "#shared/alarms/alarm.document.server.ts";
import type { AlarmRuleDocument } from "#shared/alarms/alarm-rule.document.server.ts";
import { weekdays } from "#shared/http/local-time.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { type Heard, setUpAlarms } from "./testing/alarms.fixture.ts";

const app = setUpAlarms({ workers: 1 });
const minute = 60_000;
const at = (inMs: number) => new Date(app.clock.now() + inMs);
const kolkata = (inMs: number) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Kolkata", hour: "2-digit", minute: "2-digit" }).format(at(inMs));
const nobody = new ObjectId();
/** Hours that begin in five hours. */
const out = () => ({ weekdays: [...weekdays], from: kolkata(300 * minute), until: kolkata(360 * minute) });

const announced = async (names: string[], options: Partial<AlarmRuleDocument> = {}) => {
  const planted = await app.plantAnnounced(names, options);
  const change = (fields: Partial<AlarmRuleDocument>) =>
    app.collections.alarmRules.updateOne({ _id: planted.rule._id }, { $set: fields });
  return { ...planted, change };
};
const timesNotified = (alarm: AlarmDocument | null, { _id }: UserDocument) =>
  alarm?.history.filter(({ step, words }) => step === "notified" && words === `${_id}`).length;

/** It ends within a minute, out of the rule's hours. */
const worked = async ({ machine }: Heard): Promise<unknown> => {
  const work = { until: at(2 * minute), reason: "a new lock", by: nobody };
  return app.collections.machines.updateOne({ _id: machine._id }, { $set: { work } });
};
const seenLongAgo = async ({ machine }: Heard): Promise<unknown> => {
  const seen = { seenBy: nobody, seenAt: at(-118 * minute) };
  return app.collections.alarms.updateOne({ machine: machine._id }, { $set: seen });
};

test.each<[string, (heard: Heard) => Promise<unknown>, (rule: AlarmRuleDocument) => Partial<AlarmRuleDocument>]>([
  ["of the end of work out of the rule's hours, once these begin", worked, () => ({ hours: out() })],
  ["of the reminder out of the rule's hours, once these begin", seenLongAgo, () => ({ hours: out() })],
  [
    "of the reminder while they are away, once they are back",
    seenLongAgo,
    ({ rota }) => ({ rota: rota.map((turn) => ({ ...turn, awayUntil: at(60 * minute) })) }),
  ],
])("who is on duty is notified %s", async (_when, begin, closed) => {
  const { heard, alarm, rule, change, operators } = await announced(["Alone"]);
  await change(closed(rule));
  await begin(heard);
  await app.minutes(4);
  expect(await alarm()).toMatchObject({ seenBy: null, quietUntil: null, due: [] });
  expect(timesNotified(await alarm(), operators[0])).toBe(1);

  await change({ hours: null, rota: rule.rota });
  const begun = at(0);
  await app.minutes(2);
  const later = await alarm();
  expect(timesNotified(later, operators[0])).toBe(2);
  expect(later?.notified).toMatchObject([{ operator: operators[0]._id }]);
  expect(later?.notified?.[0]?.at.getTime()).toBeGreaterThan(begun.getTime());
});

test("what somebody had who was taken out of the rota, or is away by now, goes to the next at once", async () => {
  const { alarm, rule, change, operators } = await announced(["First", "Second", "Third"]);
  const [, second, third] = operators;
  await change({ rota: rule.rota.slice(1) });
  await app.minutes(1);
  expect((await alarm())?.notified).toMatchObject([{ operator: second?._id }]);

  const away = rule.rota.slice(1).map((turn, nth) => ({ ...turn, awayUntil: nth === 0 ? at(60 * minute) : null }));
  await change({ rota: away });
  await app.minutes(1);
  expect((await alarm())?.notified).toMatchObject([{ operator: third?._id }]);
});

test("a rule that is no longer about an alarm passes it on to nobody", async () => {
  const { alarm, change, operators } = await announced(["First", "Second"], { nextAfterMinutes: 3 });
  await change({ kinds: ["temperature"] });
  await app.minutes(5);
  const left = await alarm();
  expect(left).toMatchObject({ state: "open", notified: [] });
  expect(operators.map((one) => timesNotified(left, one))).toEqual([1, 0]);

  await change({ kinds: ["machine-offline"] });
  await app.minutes(1);
  expect((await alarm())?.notified).toMatchObject([{ operator: operators[0]._id }]);
});
