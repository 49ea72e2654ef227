import { expect, test } from "vitest";
import type { Telemetry } from "#shared/machines/telemetry.schema.ts";
import { setUpAlarms } from "./testing/alarms.fixture.ts";

const app = setUpAlarms({ workers: 1 });
const minute = 60_000;

/** A machine whose unit says one of these a minute, as gateways store it; nothing where its sensor could not be read. */
const plantSaying = async () => {
  const heard = await app.plantHeard();
  const { machine, serialNumber } = heard;
  const meta = { unit: serialNumber, machine: machine._id.toHexString() };
  const say = async (temperature: number | null): Promise<void> => {
    const telemetry: Telemetry = temperature === null ? { supply: 12 } : { supply: 12, temperature };
    await app.minutes(1);
    await app.hear([heard]);
    const now = new Date(app.clock.now());
    const row = { kind: "live" as const, strength: null, version: "1", uptime: 1, telemetry };
    await app.collections.liveHistory.insertOne({ ...row, meta, receivedAt: now, at: now });
    await app.collections.lastSeen.updateOne({ _id: serialNumber }, { $set: { lastSeen: now, telemetry } });
  };
  return { serialNumber, say, states: () => app.states("temperature", meta.machine) };
};

test("a machine that is too warm is an alarm though its sensor cannot be read now and then", async () => {
  const { say, states } = await plantSaying();
  for (let n = 0; n < 20; n += 1) await say(n % 4 === 3 ? null : 18);
  expect(await states()).toMatchObject([{ state: "open", count: 1 }]);

  for (const temperature of [18, null, null, null]) await say(temperature);
  await app.minutes(1);
  expect(await states()).toMatchObject([{ state: "open", count: 1 }]);

  await say(5);
  await app.minutes(1);
  expect(await states()).toMatchObject([{ state: "cleared" }]);
});

test("an alarm of a unit that says no temperature any more ends after a day", async () => {
  const { serialNumber, say, states } = await plantSaying();
  for (let n = 0; n < 18; n += 1) await say(18);
  await say(null);
  await app.minutes(1);
  expect(await states()).toMatchObject([{ state: "open" }]);

  const old = new Date(app.clock.now() - 24 * 60 * minute);
  const { liveHistory } = app.collections;
  const rows = await liveHistory.find({ "meta.unit": serialNumber }).toArray();
  await liveHistory.deleteMany({ "meta.unit": serialNumber });
  await liveHistory.insertMany(rows.map((row) => ({ ...row, receivedAt: old })));
  await say(null);
  await app.minutes(1);
  expect(await states()).toMatchObject([{ state: "cleared" }]);
});
