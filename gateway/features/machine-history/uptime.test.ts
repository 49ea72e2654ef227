import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { HistoryEntry, Measured, Uptime } from "#shared/machines/machine-history.schema.ts";
import { until } from "#shared/testing/eventually.ts";

import { connectBeatingUnit } from "../../testing/control-unit.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { type HeartbeatHistory, latestSilences, uptimeOf } from "./silences.ts";
import { pastOf } from "./testing/planted.ts";

let now: number;
const gateway = setUpGateway({ standingClock: true });
const operator = setUpOperator(gateway);
beforeAll(async () => {
  now = gateway.clock.now();
});

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000] as const;
const moment = (ago: number) => new Date(now - ago).toISOString();
const machineWithPast = async () => {
  const machine = await addMachine(gateway.parts);
  return { machine, past: pastOf(gateway, machine, now) };
};
const read = async ({ _id }: { _id: object }, query = "?kind=gap") => {
  const { status, body } = await operator.get(`/vending-machines/${_id}/history${query}`);
  if (status !== 200) throw new Error(`${status}: ${body.error}`);
  return body as { entries: HistoryEntry[]; uptime: Uptime; measured: Measured | null };
};

test("a machine that is heard every minute has no gap, and is up all of the time since it was first heard", async () => {
  const { machine, past } = await machineWithPast();
  await past.heard(2 * day, 0);

  expect(await read(machine)).toMatchObject({ entries: [], uptime: { sevenDays: 1, thirtyDays: 1 } });
});

test("a gap begins 75 s after the last row, and only where no thinned heartbeat can lie between", async () => {
  const { machine, past } = await machineWithPast();
  await past.heard(60 * minute, 50 * minute);
  // 135 s later: within the minute that is thinned and the 75 s that a machine may be silent.
  await past.heard(50 * minute - 135 * second, 30 * minute);
  await past.heard(20 * minute, 0);

  const { entries, uptime } = await read(machine);

  const lastHeard = 50 * minute - 135 * second - 17 * minute;
  const from = lastHeard - 75 * second;
  expect(entries).toEqual([{ kind: "gap", at: moment(20 * minute), from: moment(from), to: moment(20 * minute) }]);
  expect(uptime.sevenDays).toBeCloseTo(1 - (from - 20 * minute) / hour, 6);
});

test("a machine that is silent now has a gap that goes on, on the first page alone", async () => {
  const { machine, past } = await machineWithPast();
  await past.heard(2 * hour, hour);

  const { entries, uptime } = await read(machine);

  const from = hour - 75 * second;
  expect(entries).toEqual([{ kind: "gap", at: moment(0), from: moment(from), to: null }]);
  expect(uptime.thirtyDays).toBeCloseTo(1 - from / (2 * hour), 6);
  expect((await read(machine, `?kind=gap&before=${moment(0)}`)).entries).toEqual([]);
});

test("the first page says of each day how much is measured, and which gaps lie in the last 24 hours", async () => {
  const { machine, past } = await machineWithPast();
  await past.heard(3 * day, 2 * day);
  await past.heard(20 * hour, 2 * hour);
  await past.heard(hour, 0);

  const { measured } = await read(machine);

  const gone = 75 * second;
  expect(measured).toMatchObject({ since: moment(3 * day), until: moment(0) });
  expect(measured?.days).toHaveLength(30);
  expect(measured?.days[20]).toMatchObject({ measured: 0, share: null });
  expect(measured?.gaps).toEqual([
    { from: moment(2 * day - gone), to: moment(20 * hour) },
    { from: moment(2 * hour - gone), to: moment(hour) },
  ]);
  expect((await read(machine, `?kind=gap&before=${moment(hour)}`)).measured).toBeNull();
});

test("a unit that has just been heard ends the gap, before any row of it is kept", async () => {
  const { machine, past } = await machineWithPast();
  await past.heard(2 * hour, hour);
  const unit = await addUnit(gateway.parts, machine);
  const client = await connectBeatingUnit(gateway, unit);
  onTestFinished(client.end);
  await client.beat(-60, new Date(now));

  const gap = await until("the gap to end", async () => {
    const [first] = (await read(machine)).entries;
    return first?.kind === "gap" && first.to !== null && first;
  });

  expect(gap).toMatchObject({ from: moment(hour - 75 * second), to: moment(0) });
});

test("a machine that was never heard has neither gaps nor an uptime", async () => {
  const { machine } = await machineWithPast();

  expect(await read(machine)).toMatchObject({ entries: [], uptime: { sevenDays: null, thirtyDays: null } });
});

test("a machine that is silent for ten days was up 0 of the last seven, and two thirds of the last thirty", async () => {
  const { machine, past } = await machineWithPast();
  await past.heard(40 * day, 10 * day);

  const { uptime } = await read(machine);

  expect(uptime.sevenDays).toBe(0);
  expect(uptime.thirtyDays).toBeCloseTo(20 / 30, 3);
});

const limits = { silentAfterMs: 75_000, rowEveryMs: 60_000 };
const heard = (facts: Partial<HeartbeatHistory>): HeartbeatHistory => ({
  first: null,
  last: null,
  silent: { sevenDays: 0, thirtyDays: 0 },
  ...facts,
});

test.each<[string, number | null, number | null, object[]]>([
  ["never heard", null, null, []],
  ["heard 75 s ago", 0, 1_000_000 - 75_000, []],
  ["heard, its row being 135 s older", 1_000_000 - 135_000, 1_000_000, []],
  ["heard, its row being older than that", 100_000, 1_000_000, [{ from: 175_000, to: 1_000_000 }]],
  ["silent, with its row alone", 800_000, null, [{ from: 875_000, to: null }]],
  ["never kept, silent", null, 800_000, [{ from: 875_000, to: null }]],
])("the latest silences of a machine that is %s", (_title, last, lastSeen, found) => {
  expect(latestSilences({ last: last || null }, lastSeen, 1_000_000, limits)).toEqual(found);
});

test("a silence counts only as far as it lies within the time that is judged", () => {
  const facts = heard({ first: now - 8 * day, last: now - 8 * day });
  const latest = latestSilences(facts, null, now, limits);

  const uptime = uptimeOf(facts, null, latest, now);

  expect(uptime.sevenDays).toBe(0);
  expect(uptime.thirtyDays).toBeCloseTo(75_000 / (8 * day), 9);
});
