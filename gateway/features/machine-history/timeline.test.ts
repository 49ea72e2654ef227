import { ObjectId } from "mongodb";
import { beforeAll, expect, test } from "vitest";
import type { TimelineEntry } from "#shared/machines/machine-timeline.schema.ts";
import { profiled } from "#shared/runtime/testing/profiled.ts";
import { anAlarm } from "#shared/runtime/testing/stored-alarms.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addContainer, addMachine } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { pastOf } from "./testing/planted.ts";

const gateway = setUpGateway({ standingClock: true });
const staff = setUpOperator(gateway, "staff");
let now: number;
beforeAll(() => {
  now = gateway.clock.now();
});
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000] as const;
const when = (ago: number) => new Date(now - ago);
const moment = (ago: number) => when(ago).toISOString();

const page = async ({ _id }: { _id: ObjectId }, query = "") => {
  const { status, body } = await staff.get(`/vending-machines/${_id}/timeline?${query}`);
  if (status !== 200) throw new Error(`${status}: ${body.error}`);
  return body as { entries: TimelineEntry[]; next: string | null };
};
const all = async (machine: { _id: ObjectId }, query = "") => {
  const pages: TimelineEntry[][] = [];
  for (let before: string | null = ""; before !== null; ) {
    const read = await page(machine, before === "" ? query : `${query}&before=${before}`);
    pages.push(read.entries);
    before = read.next;
  }
  return pages;
};
const auditOf = (collection: string, id: ObjectId, ago: number) => ({
  _id: new ObjectId(),
  at: when(ago),
  actor: { kind: "operator" as const, id: staff.userId },
  from: "10.0.0.1",
  verb: collection === "containers" ? "container.stocked" : "machine.changed",
  record: { collection, id: id.toHexString() },
  before: { name: "Old" },
  after: { name: "New" },
});

test("each kind is listed in one order, and a filter names those that are wanted", async () => {
  const { orders, canTransactions, users, audit, alarms, liveHistory } = gateway.stores;
  const machine = await addMachine(gateway.parts);
  const other = await addMachine(gateway.parts);
  const container = await addContainer(gateway.parts, machine, 1, { label: "1" });
  const past = pastOf(gateway, machine, now);
  const user = aUser({ name: "Anu" });
  await users.insertOne(user);
  await past.connection(20 * hour, "connected", null);
  await past.lock(19 * hour, { seq: 1, isLocked: false });
  await past.command(18 * hour, { startedBy: staff.userId });
  const order = anOrder(user, machine, { time: when(17 * hour) });
  await orders.insertMany([order, anOrder(user, other, { time: when(17 * hour) })]);
  const can = aTransaction(user, machine, { time: when(16 * hour), status: "opened" });
  await canTransactions.insertOne(can);
  await audit.insertMany([
    auditOf("containers", container._id, 15 * hour),
    auditOf("machines", machine._id, 14 * hour),
    auditOf("machines", other._id, 14 * hour),
  ]);
  await alarms.insertOne(anAlarm({ machine: machine._id, raisedAt: when(13 * hour) }));
  const row = { meta: past.meta, kind: "live" as const, strength: -60, version: "1", uptime: 1 };
  const beats = [3, 9, 5].map((temperature, at) => ({
    ...row,
    receivedAt: new Date(Math.floor(now / hour) * hour - 10 * hour + at * minute),
    at: when(0),
    telemetry: { temperature },
  }));
  await liveHistory.insertMany(beats);

  const { entries, next } = await page(machine);

  expect(next).toBeNull();
  expect(entries).toMatchObject([
    { kind: "temperature", lowest: 3, highest: 9 },
    { kind: "alarm", at: moment(13 * hour), clearedAt: null },
    { kind: "change", at: moment(14 * hour), entry: { from: null, actor: { _id: `${staff.userId}` } } },
    { kind: "stock", at: moment(15 * hour), entry: { record: { _id: `${container._id}` } } },
    { kind: "vend", transaction: `${can._id}`, status: "opened", user: { _id: `${user._id}`, name: "Anu" } },
    { kind: "order", order: `${order._id}`, orderId: order.orderId },
    { kind: "command", at: moment(18 * hour) },
    { kind: "door", at: moment(19 * hour), isLocked: false },
    { kind: "connected", at: moment(20 * hour) },
  ]);
  const some = await page(machine, `kinds=order,vend&since=${moment(16.5 * hour)}`);
  expect(some.entries.map(({ kind }) => kind)).toEqual(["vend"]);
  expect((await page(machine, `before=${moment(17 * hour)}`)).entries[0]?.at).toBe(moment(18 * hour));
});

test("pages give each entry once, also where many are of one moment", async () => {
  const machine = await addMachine(gateway.parts);
  const user = aUser();
  await gateway.stores.users.insertOne(user);
  const times = Array.from({ length: 260 }, (_, n) => when(n < 150 ? hour : (2 + (n % 5)) * hour));
  await gateway.stores.orders.insertMany(times.map((time) => anOrder(user, machine, { time })));
  await gateway.stores.audit.insertMany(times.map((time) => ({ ...auditOf("machines", machine._id, 0), at: time })));

  const pages = await all(machine);

  expect(pages.length).toBeGreaterThan(1);
  const entries = pages.flat();
  const ids = entries.map((entry) =>
    entry.kind === "order" ? entry.order : entry.kind === "change" && entry.entry._id,
  );
  expect([entries.length, new Set(ids).size]).toEqual([520, 520]);
  expect(entries.map(({ at }) => at)).toEqual(
    entries
      .map(({ at }) => at)
      .sort()
      .reverse(),
  );
});

test("an hour in which a page ends before its first reading is listed", async () => {
  const machine = await addMachine(gateway.parts);
  const user = aUser();
  await gateway.stores.users.insertOne(user);
  const began = Math.floor(now / hour) * hour - 10 * hour;
  const times = Array.from({ length: 150 }, (_, n) => new Date(began + 5 * minute + n * 1_000));
  await gateway.stores.orders.insertMany(times.map((time) => anOrder(user, machine, { time })));
  const meta = { unit: "CU-1", machine: `${machine._id}` };
  const row = { meta, kind: "live" as const, strength: -60, version: "1", uptime: 1, at: when(0) };
  const readings = [-90, -30, 30, 40].map((after) => ({
    ...row,
    receivedAt: new Date(began + after * minute),
    telemetry: { temperature: 5 },
  }));
  await gateway.stores.liveHistory.insertMany(readings);

  const hours = (await all(machine)).flat().filter(({ kind }) => kind === "temperature");

  expect(hours.map(({ at }) => (Date.parse(at) - began) / hour)).toEqual([0, -1, -2]);
});

test("a year of rows is read a page at a time through indexes", async () => {
  const machine = await addMachine(gateway.parts);
  const user = aUser();
  await gateway.stores.users.insertOne(user);
  const daily = Array.from({ length: 365 * 6 }, (_, n) => when(n * 4 * hour));
  await gateway.stores.orders.insertMany(daily.map((time) => anOrder(user, machine, { time })));
  await gateway.stores.canTransactions.insertMany(daily.map((time) => aTransaction(user, machine, { time })));
  await gateway.stores.audit.insertMany(daily.map((at) => ({ ...auditOf("machines", machine._id, 0), at })));
  await gateway.stores.alarms.insertMany(
    daily.map((raisedAt) => anAlarm({ machine: machine._id, raisedAt, state: "cleared", clearedAt: raisedAt })),
  );

  const plans = await profiled(gateway.parts.mongo.db, async () => {
    await page(machine, `before=${moment(100 * day)}`);
  });

  const own = plans.filter(({ ns }) => /\.(orders|canTransactions|audit|alarms)$/.test(ns));
  expect(new Set(own.map(({ ns }) => ns.replace(/.*\./, ""))).size).toBe(4);
  expect(own.filter(({ planSummary = "" }) => !planSummary.startsWith("IXSCAN"))).toEqual([]);
  expect(Math.max(...own.map(({ docsExamined = 0 }) => docsExamined))).toBeLessThanOrEqual(102);
});

test.each([
  ["kinds=doors", 400],
  ["before=yesterday", 400],
  ["since=2026", 400],
])("%s is answered %i", async (query, status) => {
  const machine = await addMachine(gateway.parts);
  expect((await staff.get(`/vending-machines/${machine._id}/timeline?${query}`)).status).toBe(status);
});

test("a machine that is not there has no timeline", async () => {
  expect((await staff.get(`/vending-machines/${new ObjectId()}/timeline`)).status).toBe(404);
});
