import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { UnitDocument } from "#shared/registration/unit.document.server.ts";
import { aUnit } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpAlarms, stepsOf } from "./testing/alarms.fixture.ts";

const app = setUpAlarms();

/** A machine that was heard until now, and its alarms of being offline. */
const settledMachine = async () => {
  const [heard] = await app.plant(1);
  if (!heard) throw new Error("one was planted");
  await app.settle([heard]);
  const { machine } = heard;
  const alarms = async () => (await app.of("machine-offline")).filter((alarm) => alarm.machine?.equals(machine._id));
  return { ...heard, alarms };
};

test("a machine that is silent for more than five minutes is one alarm, until it is heard; soon again it is the same", async () => {
  const [silent, other] = await app.plant(2);
  if (!silent || !other) throw new Error("two were planted");
  await app.settle([silent, other]);
  const silentSince = app.clock.now() - 60_000;
  await app.hear([other]);
  await app.minutes(4);
  expect(await app.of("machine-offline")).toEqual([]);

  await app.pass(20_000);
  const raisedAt = new Date(app.clock.now());
  expect(await app.of("machine-offline")).toMatchObject([
    {
      subject: { kind: "machine", id: silent.machine._id.toHexString() },
      machine: silent.machine._id,
      state: "open",
      count: 1,
      startedAt: new Date(silentSince),
      raisedAt,
    },
  ]);

  await app.hear([silent]);
  await app.pass(20_000);
  expect(await app.of("machine-offline")).toMatchObject([{ state: "cleared", clearedBy: null }]);
  await eventually(async () => expect(await app.of("machine-offline")).toMatchObject([{ due: [] }]));

  await app.minutes(6);
  const [again, ...more] = await app.of("machine-offline");
  expect(more.map(({ machine }) => machine)).toEqual([other.machine._id]);
  expect(again).toMatchObject({ state: "open", count: 2, raisedAt });
  expect(again && stepsOf(again)).toEqual(["raised", "cleared", "repeated"]);
});

test("a machine whose silent unit is replaced stays offline until the new one is heard", async () => {
  const { machine, serialNumber, alarms } = await settledMachine();
  await app.minutes(6);
  expect(await alarms()).toMatchObject([{ state: "open" }]);

  const unit = aUnit(machine);
  await app.collections.units.deleteOne({ serialNumber });
  await app.collections.units.insertOne(unit);
  await app.minutes(1);
  expect(await alarms()).toMatchObject([{ state: "open", count: 1 }]);

  await app.hear([{ machine, serialNumber: unit.serialNumber }]);
  await app.minutes(1);
  expect(await alarms()).toMatchObject([{ state: "cleared" }]);
});

test("a machine whose unit may connect again is offline only once that was not heard for long since then", async () => {
  const { serialNumber, alarms } = await settledMachine();
  const setUnit = (set: Pick<UnitDocument, "authorised" | "authorisedAt">) =>
    app.collections.units.updateOne({ serialNumber }, { $set: set });
  await setUnit({ authorised: false });
  await app.minutes(20);
  const authorisedAt = new Date(app.clock.now());
  await setUnit({ authorised: true, authorisedAt });
  await app.minutes(4);
  expect(await alarms()).toEqual([]);

  await app.minutes(2);
  expect(await alarms()).toMatchObject([{ state: "open", startedAt: authorisedAt }]);

  // A permission that is withdrawn and given again in between ends nothing.
  await setUnit({ authorised: true, authorisedAt: new Date(app.clock.now()) });
  await app.minutes(1);
  expect(await alarms()).toMatchObject([{ state: "open", count: 1 }]);
});

test("a machine that is made active again is offline only once its unit was not heard for long since then", async () => {
  const { machine, alarms } = await settledMachine();
  const set = (fields: Pick<MachineDocument, "active" | "activeSince">) =>
    app.collections.machines.updateOne({ _id: machine._id }, { $set: fields });
  await set({ active: false });
  await app.minutes(20);
  const activeSince = new Date(app.clock.now());
  await set({ active: true, activeSince });
  await app.minutes(4);
  expect(await alarms()).toEqual([]);

  await app.minutes(2);
  expect(await alarms()).toMatchObject([{ state: "open", startedAt: activeSince }]);
});

test("an outage that joins an open one needs somebody again, though that was acknowledged and snoozed", async () => {
  const { region, profile } = await app.plantRegion("Goa");
  const many = await app.plant(26, { profile });
  const others = many.slice(6);
  await app.settle(many);
  await app.minutes(6);
  for (let i = 0; i < 4; i += 1) {
    await app.hear(others);
    await app.minutes(1);
  }
  const of = () => app.collections.alarms.find({ "subject.id": region.toHexString() }).toArray();
  const ids = many.map(({ machine }) => machine._id);
  expect(await of()).toMatchObject([{ state: "open", words: "6 machines of Goa offline" }]);
  const seenAt = new Date(app.clock.now());
  const snoozedUntil = new Date(app.clock.now() + 24 * 3_600_000);
  const seen = { seenBy: new ObjectId(), seenAt, snoozedUntil };
  await app.collections.alarms.updateOne({ "subject.id": region.toHexString() }, { $set: seen });

  await app.hear(others);
  await app.minutes(6);
  const [joined, ...more] = await of();
  expect(more).toEqual([]);
  expect(joined).toMatchObject({ words: "26 machines of Goa offline", count: 2, seenBy: null, snoozedUntil: null });
  expect(joined && stepsOf(joined)).toEqual(["raised", "repeated"]);
  expect(await app.collections.alarms.countDocuments({ kind: "machine-offline", machine: { $in: ids } })).toBe(0);
  const { machines } = app.collections;
  const work = { until: new Date(app.clock.now() + 3_600_000), reason: "", by: new ObjectId() };
  await machines.updateMany({ _id: { $in: ids } }, { $set: { work } });
  await app.pass(20_000);
  // One machine is back, and its work is ended; the work at the others goes on.
  await app.hear(many.slice(0, 1));
  await machines.updateOne({ _id: ids[0] }, { $set: { work: null } });
  await app.pass(2_000);
  expect(await of()).toMatchObject([{ words: "25 machines of Goa offline", quietUntil: work.until }]);

  await machines.updateMany({ _id: { $in: ids } }, { $set: { active: false } });
  await app.pass(20_000);
  expect(await of()).toMatchObject([{ state: "cleared" }]);
});

test("500 machines of a region that go and come back together are one alarm, raised once and cleared once", async () => {
  const { region, profile } = await app.plantRegion("Kochi");
  const many = await app.plant(500, { profile });
  await app.settle(many);
  // They go within a minute and a half, not all at once.
  await app.pass(20_000);
  await app.hear(many.slice(0, 175));
  await app.pass(60_000);
  await app.hear(many.slice(175));
  await app.minutes(6);

  const of = () => app.collections.alarms.find({ "subject.id": region.toHexString() }).toArray();
  expect(await of()).toMatchObject([{ kind: "region-offline", state: "open", words: "500 machines of Kochi offline" }]);
  expect(
    await app.collections.alarms.countDocuments({ machine: { $in: many.map(({ machine }) => machine._id) } }),
  ).toBe(0);

  await app.hear(many.slice(0, 498));
  await app.pass(20_000);
  expect(await of()).toMatchObject([{ state: "open", members: [{}, {}] }]);
  await app.hear(many);
  await app.pass(20_000);
  const [cleared, ...more] = await of();
  expect(more).toEqual([]);
  expect(cleared).toMatchObject({ state: "cleared", count: 1 });
  expect(cleared && stepsOf(cleared)).toEqual(["raised", "cleared"]);
  expect(
    await app.collections.alarms.countDocuments({ machine: { $in: many.map(({ machine }) => machine._id) } }),
  ).toBe(0);
});
