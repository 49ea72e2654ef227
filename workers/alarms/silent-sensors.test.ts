import { expect, test } from "vitest";
import { profiled } from "#shared/runtime/testing/profiled.ts";
import { anAlarm } from "#shared/runtime/testing/stored-alarms.ts";
import { aMachine, aUnit } from "#shared/runtime/testing/stored-records.ts";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { unitReports } from "./kinds/units.ts";
import type { NetworkMachine } from "./network.ts";

const mongo = setUpDatabase();
const minute = 60_000;
const now = Date.now();

/** A machine with an alarm of its temperature, whose unit leaves its temperature out; these were its last readings. */
const plantSilent = async (readings: { minutesAgo: number; temperature: number; unit?: string }[]) => {
  const { lastSeen, liveHistory, machines, units } = mongo.collections;
  const machine = aMachine();
  const unit = aUnit(machine);
  const { serialNumber } = unit;
  const id = machine._id.toHexString();
  await machines.insertOne(machine);
  await units.insertOne(unit);
  const heard = { strength: null, clockOffsetSeconds: null, telemetry: { supply: 12 } };
  await lastSeen.insertOne({ _id: serialNumber, lastSeen: new Date(now), ...heard });
  const row = { strength: null, version: "1", uptime: 1, at: new Date(now) };
  await liveHistory.insertMany(
    readings.map(({ minutesAgo, temperature, unit = serialNumber }) => ({
      ...row,
      meta: { unit, machine: id },
      telemetry: { temperature },
      receivedAt: new Date(now - minutesAgo * minute),
    })),
  );
  const alarm = anAlarm({ kind: "temperature", subject: { kind: "machine", id }, machine: machine._id });
  return { id, alarm, known: { ...machine, serialNumber } as unknown as NetworkMachine };
};

test("what many silent sensors read last is found by one query: of the last day, by the machine's present unit", async () => {
  const warm = await plantSilent([
    { minutesAgo: 60, temperature: 5 },
    { minutesAgo: 30, temperature: 18 },
  ]);
  const better = await plantSilent([
    { minutesAgo: 60, temperature: 18 },
    { minutesAgo: 30, temperature: 5 },
  ]);
  const cold = await plantSilent([{ minutesAgo: 23 * 60, temperature: -4 }]);
  const longAgo = await plantSilent([{ minutesAgo: 25 * 60, temperature: 18 }]);
  const ofAnother = await plantSilent([{ minutesAgo: 30, temperature: 18, unit: "CU-BEFORE" }]);
  const all = [warm, better, cold, longAgo, ofAnother];
  const network = async () => ({ machines: all.map(({ known }) => known), regions: new Map<string, string>() });
  const look = { now, steadySince: 0, foundAt: now, open: all.map(({ alarm }) => alarm), network };

  const found: unknown[] = [];
  const read = await profiled(
    mongo.db,
    async () => found.push(...(await unitReports(mongo).find(look)).map(({ subject, words }) => [subject, words])),
    { op: { $in: ["query", "command"] }, ns: /\.(liveHistory|units)$/ },
  );

  expect(found.toSorted()).toEqual(
    [
      [warm.id, `${warm.known.name} is too warm`],
      [cold.id, `${cold.known.name} is too cold`],
    ].toSorted(),
  );
  expect(read).toHaveLength(1);
});
