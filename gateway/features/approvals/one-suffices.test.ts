import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { waitingApproval } from "#shared/approvals/approvals.server.ts";
import { signedInAt } from "../../testing/operator.ts";
import { setUpApprovals } from "./testing/approvals.fixture.ts";

const { gateway, staff, other, admin, customer, cans, call, anOpenOrder } = setUpApprovals();

const user = async () => (await customer())._id;

describe("one person suffices", () => {
  test("for an admin where the rule is for staff, and below the numbers for everybody", async () => {
    const [id, order] = [await user(), await anOpenOrder()];

    const answers = [
      await admin.put(`/users/${id}`, { phone: "8333333333" }),
      await staff.put(`/users/${id}`, { name: "Renamed", phone: "8333333333" }),
      await admin.put(`/orders/${order._id}`, { orderStatus: "payment successful" }),
      await staff.put(`/orders/${(await anOpenOrder())._id}`, { orderStatus: "payment canceled" }),
      await staff.put(`/cans/${id}`, cans(5)),
      await staff.put(`/deposit/${id}`, { deposit: 500, freeDeposit: 2 }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(answers.map(() => [200, undefined]));
  });

  test("while no number is set, and nothing is requested then", async () => {
    await gateway.stores.settings.deleteMany({});
    const id = await user();

    const requested = await call(staff, "cans", id, cans(9_000, 0));

    expect([requested.status, requested.body.error]).toEqual([
      409,
      "This needs no second person: make the change yourself",
    ]);
    expect(await gateway.stores.cans.countDocuments({ _id: id, totalCans: { $gt: 0 } })).toBe(0);
    expect((await staff.put(`/cans/${id}`, cans(9_000))).status).toBe(200);
  });

  test("where the only other operator owns the account, and may not approve", async () => {
    const others = { role: { $ne: "customer" as const }, _id: { $nin: [staff.userId, admin.userId] } };
    await gateway.stores.users.updateMany(others, { $set: { suspend: true } });
    const owner = await gateway.stores.users.findOne({ _id: admin.userId });
    if (!owner) throw new Error("the admin is one of the users");
    const order = await anOpenOrder({ user: owner._id });

    const answers = [
      await staff.put(`/cans/${owner._id}`, cans(6)),
      await staff.put(`/deposit/${owner._id}`, { deposit: 600, depositBought: 3 }),
      await staff.put(`/orders/${order._id}`, { orderStatus: "payment successful" }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(answers.map(() => [200, undefined]));
  });

  test("no longer, in many small steps on one day", async () => {
    const id = await user();
    expect((await staff.put(`/cans/${id}`, cans(3))).status).toBe(200);
    expect((await other.put(`/cans/${id}`, cans(1))).status).toBe(200);

    const third = await staff.put(`/cans/${id}`, cans(2));

    expect([third.status, third.body.error]).toEqual([
      409,
      "One person may change 5 cans of a customer a day by hand: this makes 6 cans today",
    ]);
  });

  test("for one of two who change the same account at once", async () => {
    const id = await user();
    const answers = await Promise.all([
      staff.put(`/deposit/${id}`, { deposit: 300 }),
      other.put(`/deposit/${id}`, { securityDeposit: 300 }),
    ]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

test("an operator has a hundred requests that wait at most", async () => {
  const requests = Array.from({ length: 100 }, () =>
    waitingApproval({
      kind: "cans",
      record: new ObjectId(),
      user: new ObjectId(),
      change: {},
      what: "6 cans",
      reason: "they asked for it",
      by: staff.userId,
      at: new Date(),
    }),
  );
  await gateway.stores.approvals.insertMany(requests);
  const id = await user();

  const refused = await call(staff, "cans", id, cans(6, 0));
  await staff.post(`/approvals/${requests[0]?._id}/decline`, { reason: "Not needed" });
  const [accepted, another] = await Promise.all([
    call(staff, "cans", id, cans(6, 0)),
    call(staff, "cans", await user(), cans(6, 0)),
  ]);

  expect([refused.status, refused.body.error]).toEqual([
    409,
    "100 of your requests wait: withdraw one, or have one decided",
  ]);
  expect([accepted.status, another.status].sort()).toEqual([200, 409]);
  await gateway.stores.approvals.deleteMany({ by: staff.userId });
});

test("what somebody requests at the moment at which they are suspended waits for nobody", async () => {
  for (let round = 0; round < 12; round += 1) {
    const leaving = await signedInAt(gateway);
    const id = await user();
    await Promise.all([
      call(leaving, "cans", id, cans(6, 0)),
      admin.put(`/users/${leaving.userId}`, { suspend: true }),
    ]);
    expect(await gateway.stores.approvals.countDocuments({ by: leaving.userId, state: "requested" })).toBe(0);
  }
});
