import { randomUUID } from "node:crypto";
import { ObjectId } from "mongodb";
import { afterEach, describe, expect, test } from "vitest";
import { waitingApproval } from "#shared/approvals/approvals.server.ts";
import { noteOrder } from "#shared/orders/note-order.server.ts";
import { type SignedInOperator, signedInAt } from "../../testing/operator.ts";
import { setUpApprovals } from "./testing/approvals.fixture.ts";

const { gateway, staff, other, admin, customer, cans, call, anOpenOrder } = setUpApprovals();
const approve = (by: SignedInOperator, { body }: { body: { approval: { _id: string } } }) =>
  by.post(`/approvals/${body.approval._id}/approve`, {});
const approvalOf = (record: ObjectId) => gateway.stores.approvals.findOne({ record });

interface Case {
  what: string;
  kind: string;
  path: (id: ObjectId) => string;
  record: () => Promise<ObjectId>;
  change: () => object;
  /** Somebody else changes the record meanwhile. */
  touch: (id: ObjectId) => [path: string, body: object];
  why: string;
  inWords: RegExp;
  /** Reads what the change writes; `becomes` is the value to expect once it is approved. */
  done: (id: ObjectId) => Promise<unknown>;
  becomes: unknown;
}
const user = async () => (await customer())._id;
const cases: Case[] = [
  {
    what: "another phone of a customer",
    kind: "user",
    path: (id) => `/users/${id}`,
    record: user,
    change: () => ({ phone: "8222222222", rev: 0 }),
    touch: (id) => [`/users/${id}`, { name: "Renamed" }],
    why: "Staff need a second person to change a customer's phone",
    inWords: /^phone: \d{10} → 8222222222$/,
    done: async (_id) => (await gateway.stores.users.findOne({ _id }))?.phone,
    becomes: "8222222222",
  },
  {
    what: "an order that is called paid by hand",
    kind: "order",
    path: (id) => `/orders/${id}`,
    record: async () => (await anOpenOrder())._id,
    change: () => ({ orderStatus: "payment successful", reason: "cash", rev: 0 }),
    touch: (id) => [`/orders/${id}`, { orderStatus: "payment canceled" }],
    why: "Staff need a second person to set 'payment successful'; Verify Payment needs none",
    inWords: /: processing → payment successful$/,
    done: async (_id) => (await gateway.stores.orders.findOne({ _id }))?.status,
    becomes: "payment successful",
  },
  {
    what: "more cans than the number",
    kind: "cans",
    path: (id) => `/cans/${id}`,
    record: user,
    change: () => cans(6, 0),
    touch: (id) => [`/cans/limit/${id}`, { cansLimit: 3 }],
    why: "One person may change 5 cans of a customer a day by hand: this makes 6 cans today",
    inWords: /^Cola at .+: 0 → 6 cans$/,
    done: async (_id) => (await gateway.stores.cans.findOne({ _id }))?.totalCans,
    becomes: 6,
  },
  {
    what: "more deposit than the number",
    kind: "deposit",
    path: (id) => `/deposit/${id}`,
    record: user,
    change: () => ({ deposit: 400, securityDeposit: 200, rev: 0 }),
    touch: (id) => [`/deposit/${id}`, { receivedFreeDeposit: true }],
    why: "One person may change ₹500 of a customer a day by hand: this makes ₹600 today",
    inWords: /^deposit: 0 → 400; securityDeposit: 0 → 200$/,
    done: async (_id) => (await gateway.stores.deposits.findOne({ _id }))?.deposit,
    becomes: 40_000,
  },
  {
    what: "more slots than the number",
    kind: "deposit",
    path: (id) => `/deposit/${id}`,
    record: user,
    change: () => ({ freeDeposit: 3, rev: 0 }),
    touch: (id) => [`/deposit/${id}`, { receivedFreeDeposit: true }],
    why: "One person may change 2 deposit slots of a customer a day by hand: this makes 3 deposit slots today",
    inWords: /^freeDeposit: 0 → 3$/,
    done: async (_id) => (await gateway.stores.deposits.findOne({ _id }))?.freeDeposit,
    becomes: 3,
  },
];

describe.each(cases)("$what", ({ kind, path, record, change, touch, why, inWords, done, becomes }) => {
  afterEach(() => gateway.stores.users.updateMany({ phone: "8222222222" }, { $set: { phone: `${Date.now()}` } }));

  test("is refused to staff alone, requested, and done by another operator, once", async () => {
    const id = await record();

    const alone = await staff.put(path(id), change());
    const requested = await call(staff, kind, id, change());
    const before = await done(id);
    const own = await approve(staff, requested);
    const first = await approve(other, requested);
    const second = await approve(admin, requested);

    expect([alone.status, alone.body.error, alone.body.needsSecondPerson]).toEqual([409, why, true]);
    expect([requested.status, requested.body.approval?.state]).toEqual([200, "requested"]);
    expect(requested.body.approval.what).toMatch(inWords);
    expect(before).not.toEqual(becomes);
    expect([own.status, own.body.error]).toEqual([403, "Another operator must approve or decline your request"]);
    expect([first.status, first.body.approval?.state, second.status]).toEqual([200, "approved", 409]);
    expect(await done(id)).toEqual(becomes);
    const lines = await gateway.stores.audit.find({ "record.id": requested.body.approval._id }).toArray();
    expect(lines.map(({ verb, actor, reason }) => [verb, actor.id, reason])).toEqual([
      ["approval.asked", staff.userId, "they asked for it"],
      ["approval.approved", other.userId, "they asked for it"],
    ]);
  });

  test("is done alone by who is alone with the console", async () => {
    const id = await record();
    await gateway.stores.users.updateMany(
      { role: { $ne: "customer" }, _id: { $ne: staff.userId } },
      { $set: { suspend: true } },
    );

    const alone = await staff.put(path(id), change());

    expect([alone.status, await done(id)]).toEqual([200, becomes]);
  });

  test("is over once its record has changed, and may be requested again", async () => {
    const id = await record();
    const requested = await call(staff, kind, id, change());
    const touched = await admin.put(...touch(id));

    const approved = await approve(other, requested);
    const ended = await approvalOf(id);
    const anew = await call(staff, kind, id, { ...change(), rev: 1 });

    expect([approved.status, approved.body.error]).toEqual([409, expect.stringMatching(/changed by somebody else/)]);
    expect(ended).toMatchObject({ state: "ended", decision: approved.body.error });
    expect([touched.status, anew.status]).toEqual([200, 200]);
    expect(await done(id)).not.toEqual(becomes);
  });
});

test("what the change's own call refuses, the request refuses too", async () => {
  const id = await user();

  const wrong = [
    await call(staff, "cans", id, { ...cans(6, 0), totalCans: 9 }),
    await call(staff, "cans", id, cans(6)),
    await call(staff, "user", id, { phone: "12", rev: 0 }),
    await call(staff, "user", new ObjectId(), { phone: "8444444444", rev: 0 }),
    await call(staff, "penalty", id, { rev: 0 }),
  ];

  expect(wrong.map(({ status }) => status)).toEqual([409, 400, 400, 404, 400]);
  expect(wrong[2]?.body.error).toContain("Invalid phone no");
  expect(await approvalOf(id)).toBeNull();
});

test("a key that was used for something else says nothing of the request, which waits on", async () => {
  const key = randomUUID();
  const [one, two] = [await user(), await user()];
  const [first, second] = [await call(staff, "cans", one, cans(6, 0)), await call(staff, "cans", two, cans(6, 0))];
  await approve(other, first).set("idempotency-key", key);

  const wrong = await approve(other, second).set("idempotency-key", key);

  expect([wrong.status, wrong.body.error]).toEqual([409, "This Idempotency-Key was used for another request already"]);
  expect(await approvalOf(two)).toMatchObject({ state: "requested" });
  expect((await approve(other, second)).status).toBe(200);
});

test("an order that was paid meanwhile was called paid by nobody: its request ends", async () => {
  const { _id } = await anOpenOrder();
  const change = { orderStatus: "payment successful", rev: 0 };
  const requested = await call(staff, "order", _id, change);
  await gateway.stores.orders.updateOne({ _id }, { $set: { status: "payment successful" }, $inc: { rev: 1 } });

  const approved = await approve(other, requested);

  const why = "This order is 'payment successful' already";
  expect([approved.status, approved.body.error]).toEqual([409, why]);
  expect(await approvalOf(_id)).toMatchObject({ state: "ended", decision: why });
});

test("an order whose money went back meanwhile is called paid by nobody: its request ends", async () => {
  const { _id } = await anOpenOrder({ status: "payment canceled" });
  const requested = await call(staff, "order", _id, { orderStatus: "payment successful", rev: 0 });
  const payments = [{ id: "pay_1", reason: "refunded: INR 96.30" }];
  await noteOrder(gateway.parts, { kind: "provider", id: null, from: "" }, _id, { source: "webhook", payments });

  const approved = await approve(other, requested);

  expect([approved.status, approved.body.error]).toEqual([409, expect.stringMatching(/changed by somebody else/)]);
  expect((await approvalOf(_id))?.state).toBe("ended");
});

test("the account's owner decides neither way, whoever requested it", async () => {
  const id = await user();
  const requested = await call(other, "cans", id, cans(7, 0));
  await gateway.stores.users.updateOne({ _id: id }, { $set: { role: "staff" } });
  const token = await gateway.openLogin(id);
  const path = `/approvals/${requested.body.approval._id}`;
  const post = (action: string, body: object) =>
    gateway.request.post(`${path}/${action}`).set("authorization", `Bearer ${token}`).send(body);

  const answers = [await post("approve", {}), await post("decline", { reason: "no" })];

  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  expect(await gateway.stores.cans.countDocuments({ _id: id, totalCans: { $gt: 0 } })).toBe(0);
});

test("what somebody requested who is no operator any more is approved by nobody", async () => {
  const leaving = await signedInAt(gateway);
  const id = await user();
  const requested = await call(leaving, "cans", id, cans(6, 0));
  expect((await admin.put(`/users/${leaving.userId}`, { suspend: true })).status).toBe(200);

  const approved = await approve(other, requested);

  expect([approved.status, approved.body.error]).toEqual([409, "This request was decided already, or has ended"]);
  expect(await approvalOf(id)).toMatchObject({ state: "ended", decision: "No longer an operator", decidedBy: null });
  expect(await gateway.stores.cans.countDocuments({ _id: id, totalCans: { $gt: 0 } })).toBe(0);
});

test("of hundreds of requests that wait none is left out: a record's page shows its own by this list", async () => {
  const requests = Array.from({ length: 201 }, (_, nth) =>
    waitingApproval({
      kind: "cans",
      record: new ObjectId(),
      user: new ObjectId(),
      change: {},
      what: `request ${nth}`,
      reason: "they asked for it",
      by: staff.userId,
      at: new Date(Date.now() + nth),
    }),
  );
  await gateway.stores.approvals.insertMany(requests);

  const { approvals } = (await other.get("/approvals")).body as { approvals: { _id: string }[] };

  expect(approvals.at(-1)?._id).toBe(`${requests.at(-1)?._id}`);
});
