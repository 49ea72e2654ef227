import { ObjectId } from "mongodb";
import { beforeAll, expect, test } from "vitest";
import { auditListColumns } from "#shared/audit/audit-list.ts";
import { aCanRow, aPenalty, aUser } from "#shared/runtime/testing/stored-records.ts";
import { setUp } from "#shared/testing/set-up.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { createListReader } from "../../gateway/exported-lists.ts";
import { createReportDesk } from "./report-desk.ts";
import { openReportFixture } from "./testing/report.fixture.ts";

const admin = aUser({ role: "admin", name: "Asha" });
const staff = aUser({ role: "staff", name: "Bala" });
const customer = new ObjectId();
const machine = new ObjectId();
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 8, minute));
const by = { kind: "operator" as const, id: admin._id };

const fixture = setUp(() => openReportFixture(1));
beforeAll(async () => {
  const { users, audit } = fixture.mongo.collections;
  await users.insertMany([admin, staff]);
  await audit.insertMany([
    {
      _id: new ObjectId(),
      at: at(1),
      actor: by,
      from: "203.0.113.7",
      verb: "machine.changed",
      record: { collection: "machines", id: machine.toHexString() },
      before: { name: "Lobby" },
      after: { name: "=Lobby()" },
      reason: "moved",
    },
    {
      _id: new ObjectId(),
      at: at(2),
      actor: by,
      from: "203.0.113.7",
      verb: "user.changed",
      record: { collection: "users", id: customer.toHexString() },
      before: { name: "Chitra" },
      after: { name: "Chitra K" },
    },
    {
      _id: new ObjectId(),
      at: at(3),
      actor: { kind: "job", id: null },
      from: "sales.count",
      verb: "other.thing",
      record: { collection: "sales", id: "2026-11-20" },
      before: null,
      after: null,
    },
  ]);
});

const run = () => {
  const lists = createListReader({ mongo: fixture.mongo, timeZone: "Asia/Kolkata" });
  return createReportDesk({ ...fixture, lists, now: async () => Date.now() }).run();
};
const linesFor = async (operator: UserDocument, filters: Record<string, string>): Promise<string[][]> => {
  const wanted = { reportType: null, list: "audit" as const, format: "csv" as const };
  const id = await fixture.request({ ...wanted, by: operator._id, filters });
  await run();
  const [, ...lines] = (await fixture.contentOf(id)).toString().split("\r\n");
  return lines.filter(Boolean).map((line) => line.split(","));
};

test("the audit is exported as an admin reads it: addresses, and what was and became", async () => {
  const lines = await linesFor(admin, { sort: "time" });
  expect(lines.map((cells) => cells.slice(1))).toEqual([
    ["Asha", "Machine changed", "Vending machine", "'=Lobby()", "moved", "name: Lobby → =Lobby()", "203.0.113.7"],
    ["Asha", "User changed", "User", "Chitra K", "", "name: Chitra → Chitra K", "203.0.113.7"],
    ["Workers", "Other thing", expect.any(String), "2026-11-20", "", "", "sales.count"],
  ]);
  expect(lines[0]).toHaveLength(auditListColumns.length);
});

test("to staff it says neither addresses nor what changed of who may sign in, in its file as on its page", async () => {
  const lines = await linesFor(staff, { sort: "time", startDate: "2026-11-20", endDate: "2026-11-20" });
  expect(lines.map((cells) => cells.slice(6))).toEqual([
    ["name: Lobby → =Lobby()", ""],
    ["", ""],
    ["", "sales.count"],
  ]);
});

test("a file stores the role that it was made for, so that nobody who lost it reads the file", async () => {
  await linesFor(admin, { kind: "machines" });
  await linesFor(staff, { kind: "machines" });
  const { reports } = fixture.mongo.collections;

  expect(await reports.distinct("madeAs", { by: admin._id })).toEqual(["admin"]);
  expect(await reports.distinct("madeAs", { by: staff._id })).toEqual(["staff"]);
});

test("its filters apply to the file, which is known to name a customer", async () => {
  const lines = await linesFor(admin, { kind: "users" });
  expect(lines.map(([, who, what]) => [who, what])).toEqual([["Asha", "User changed"]]);
  const naming = await fixture.mongo.collections.reportPeople.find({ people: customer }).toArray();
  expect(naming.length).toBeGreaterThan(0);
  expect(await fixture.mongo.collections.reportPeople.countDocuments({ people: machine })).toBe(0);
});

test("a file is known to name whose records its lines are about, because what was typed of them does", async () => {
  const { audit, penalties, reportPeople } = fixture.mongo.collections;
  const [order] = fixture.orders;
  const penalty = aPenalty(customer);
  if (!order) throw new Error("an order was planted");
  await penalties.insertOne(penalty);
  const about = (collection: string, id: ObjectId) => ({
    _id: new ObjectId(),
    at: at(4),
    actor: by,
    from: "203.0.113.7",
    verb: "order.moved",
    record: { collection, id: id.toHexString() },
    before: null,
    after: null,
    reason: "Chitra called",
  });
  await audit.insertMany([about("orders", order._id), about("penalties", penalty._id), about("orders", machine)]);

  const lines = await linesFor(staff, { kind: "orders" });

  expect(lines.map((cells) => cells[5])).toEqual(["Chitra called", "Chitra called"]);
  expect(await reportPeople.countDocuments({ people: order.user })).toBe(1);
  await reportPeople.deleteMany({});
  await linesFor(staff, { kind: "penalties" });
  expect(await reportPeople.countDocuments({ people: customer })).toBe(1);
});

test("a file is known to name who did it: an operator may be made a customer, and deleted", async () => {
  const { canLedger, reportPeople } = fixture.mongo.collections;
  await reportPeople.deleteMany({});
  await linesFor(staff, { kind: "machines" });
  expect(await reportPeople.countDocuments({ people: admin._id })).toBe(1);

  const of = { user: customer, machine, product: new ObjectId() };
  await canLedger.insertOne(aCanRow(of, { ref: { kind: "operator", id: staff._id } }));
  await fixture.request({ reportType: null, list: "ledger", filters: {} });
  await run();
  expect(await reportPeople.countDocuments({ people: staff._id })).toBe(1);
});
