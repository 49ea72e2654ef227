import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import type { AuditEntry } from "#shared/audit/audit.schema.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine } from "../../testing/network.ts";
import { type SignedInOperator, setUpOperator, signedInAt } from "../../testing/operator.ts";
import { changesOf } from "./changes-of.ts";

const gateway = setUpGateway();
const staff = setUpOperator(gateway, "staff");
const admin = setUpOperator(gateway, "admin");

const linesOf = async (who: SignedInOperator, query: string): Promise<AuditEntry[]> =>
  (await who.get(`/audit?${query}`)).body.audit;

test("what an operator changed is found by record, kind and operator, with what it was and became", async () => {
  const machine = await addMachine(gateway.parts, { name: "Lobby" });
  const _id = machine._id.toHexString();
  await staff.put(`/vending-machines/${_id}`, { location: "Ground floor" });
  await admin.put(`/vending-machines/${_id}`, { name: "Entrance" });

  const [changed, moved, ...more] = await linesOf(staff, `record=${_id}`);

  expect(more).toEqual([]);
  expect(changed).toMatchObject({
    actor: { kind: "operator", _id: `${admin.userId}` },
    verb: "machine.changed",
    record: { collection: "machines", _id, label: "Entrance" },
    changes: [{ field: "name", before: "Lobby", after: "Entrance" }],
    from: null,
  });
  expect(moved).toMatchObject({
    actor: { _id: `${staff.userId}` },
    changes: [{ field: "location", before: machine.location, after: "Ground floor" }],
  });
  const ofKind = await linesOf(staff, `kind=machines&actor=${staff.userId}&sort=time`);
  expect(ofKind.map(({ record }) => record._id)).toEqual([_id]);
  const [seenByAdmin] = await linesOf(admin, `record=${_id}`);
  expect(seenByAdmin?.from).toMatch(/127\.0\.0\.1|::1/);
});

test("what says who may sign in is for admins; nobody reads a password", async () => {
  const user = await admin.post("/auth/register", { name: "Anu", phone: "9876501234", role: "staff" });
  expect(user.status).toBe(200);
  const id = (await gateway.stores.users.findOne({ phone: "9876501234" }))?._id;
  await gateway.stores.users.updateOne({ _id: id ?? new ObjectId() }, { $set: { name: "Anu R" } });

  const [byStaff] = await linesOf(staff, `record=${id}`);
  const [byAdmin] = await linesOf(admin, `record=${id}`);

  expect(byStaff).toMatchObject({ verb: "user.added", changes: null });
  expect(byAdmin?.changes).toContainEqual({ field: "name", before: null, after: "Anu" });
  expect(JSON.stringify(byAdmin)).not.toMatch(/argon|scrypt|\$2[aby]\$/);
});

test("a line of a call that came from nowhere is read as any other", async () => {
  const id = new ObjectId();
  const record = { collection: "machines", id: id.toHexString() };
  const actor = { kind: "operator" as const, id: admin.userId };
  const nowhere = { _id: id, at: new Date(), actor, verb: "machine.changed", record, before: null, after: {} };
  await gateway.stores.audit.insertOne(nowhere);

  expect(await linesOf(admin, `record=${id}`)).toMatchObject([{ _id: `${id}`, from: null }]);
});

test("days, pages and what is not found are answered as in every list", async () => {
  const none = await staff.get("/audit?startDate=2020-01-01&endDate=2020-01-02");
  expect(none.body).toMatchObject({ audit: [], total: 0 });
  const wrong = await staff.get("/audit?record=nothing");
  expect(wrong.status).toBe(400);
  const all = await staff.get("/audit?download=true");
  expect(all.body.audit.length).toBe(all.body.total);
});

test("who takes a whole list stands in the audit, with what it was found by and how long it was, but not with whom", async () => {
  const reader = await signedInAt(gateway, "staff");
  const days = "startDate=2020-01-01&endDate=2020-01-02";

  await reader.get("/users/all?phone=9876501235");
  await reader.get("/users/all?phone=9876501235&role=customer&download=true");
  await reader.get(`/orders/report/download?vendingMachine=all&${days}`);

  const lines = await linesOf(admin, `actor=${reader.userId}&sort=time`);
  const added = (fields: Record<string, string>) =>
    Object.entries(fields).map(([field, after]) => ({ field, before: null, after }));
  expect(lines.map(({ verb, record, changes }) => [verb, record.collection, changes])).toEqual([
    ["list.downloaded", "users", added({ phone: "[phone]", role: "customer", rows: "0" })],
    ["list.downloaded", "orders", added({ startDate: "2020-01-01", endDate: "2020-01-02", rows: "0" })],
  ]);
});

test.each<[string, Parameters<typeof changesOf>, ReturnType<typeof changesOf>]>([
  [
    "nothing",
    [
      { a: 1, rev: 1 },
      { a: 1, rev: 2 },
    ],
    [],
  ],
  ["a value", [{ a: 1 }, { a: 2 }], [{ field: "a", before: "1", after: "2" }]],
  ["a field that came", [{}, { a: new Date(0) }], [{ field: "a", before: null, after: "1970-01-01T00:00:00.000Z" }]],
  ["a field that went", [{ a: [{ b: true }] }, null], [{ field: "a", before: '[{"b":true}]', after: null }]],
  [
    "an id inside",
    [null, { a: { b: new ObjectId("0123456789abcdef01234567") } }],
    [{ field: "a", before: null, after: '{"b":"0123456789abcdef01234567"}' }],
  ],
  [
    "what differs only behind where it is cut",
    [{ a: `${"x".repeat(400)}1` }, { a: `${"x".repeat(400)}2` }],
    [{ field: "a", before: `${"x".repeat(299)}…`, after: `${"x".repeat(299)}…` }],
  ],
])("of two states that differ in %s", (_, [before, after], changes) => {
  expect(changesOf(before, after)).toEqual(changes);
});
