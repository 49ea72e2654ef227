import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aPenalty } from "#shared/runtime/testing/stored-records.ts";
import { setUpTakeFixture } from "../features/transactions/testing/take.fixture.ts";
import { setUpOperator, signedInAt } from "../testing/operator.ts";

const fixture = setUpTakeFixture();
const colleague = setUpOperator(fixture, "admin");
const suspend = (isSuspended: boolean) =>
  fixture.stores.users.updateMany({ role: { $ne: "customer" } }, { $set: { suspend: isSuspended } });
beforeEach(() => suspend(false));

/** A customer who has become an operator, and their actions as such. */
const aBuyingOperator = async () => {
  const can = await fixture.unopened({}, { needDeposit: true });
  const { _id } = can.user;
  await fixture.stores.users.updateOne({ _id }, { $set: { role: "staff" } });
  const token = await fixture.gateway.openLogin(_id);
  const call = (method: "get" | "post" | "put") => (path: string, body?: object) =>
    fixture.gateway.request[method](path).set("authorization", `Bearer ${token}`).send(body);
  return { can, userId: _id, get: call("get"), post: call("post"), put: call("put") };
};
type Buying = Awaited<ReturnType<typeof aBuyingOperator>>;

const order = async ({ can: { user, at } }: Buying, options: Partial<OrderDocument> = {}) => {
  const one = anOrder(user, at.machine, options);
  await fixture.stores.orders.insertOne(one);
  return `/orders/${one._id}`;
};
const actions: [
  what: string,
  action: (me: Buying, by: Pick<Buying, "put" | "post">) => Promise<{ status: number; body: { error?: string } }>,
  why: string,
][] = [
  [
    "deposit",
    (me, by) => by.put(`/deposit/${me.userId}`, { deposit: 500 }),
    "Another operator must change your own deposit",
  ],
  [
    "cans",
    (me, by) =>
      by.put(`/cans/${me.userId}`, {
        cans: 9,
        totalCans: 9,
        vendingMachine: me.can.at.machine.vendingMachineId,
        brand: "Own Cola",
      }),
    "Another operator must change your own cans",
  ],
  [
    "penalty",
    async (me, by) => {
      const penalty = aPenalty(me.userId, {});
      await fixture.stores.penalties.insertOne(penalty);
      return by.put(`/penalty/${penalty._id}`, { canceled: true });
    },
    "Another operator must change your own penalty",
  ],
  [
    "order",
    async (me, by) => by.put(await order(me), { orderStatus: "payment successful", reason: "paid in cash" }),
    "Another operator must set the status of your own order: you may use Verify Payment",
  ],
  [
    "flagged order",
    async (me, by) => {
      const path = (await order(me, { flags: ["disputed"] })).replace("/orders", "/payment/review");
      return by.post(path, { flags: ["disputed"], reason: "all is well" });
    },
    "Another operator must resolve the flags of your own order",
  ],
  [
    "returned can",
    (me, by) => by.put(me.can.path, { returnCanVerified: true }),
    "Another operator must verify the return of your own can",
  ],
];

describe("an operator who buys", () => {
  beforeAll(async () => {
    const { product } = await fixture.addSelling();
    await fixture.stores.products.updateOne({ _id: product }, { $set: { brand: "Own Cola" } });
  });

  test.each(actions)("leaves their own %s to a colleague", async (_what, action, why) => {
    const me = await aBuyingOperator();

    const own = await action(me, me);
    const others = await action(me, colleague);

    expect([own.status, own.body.error]).toEqual([403, why]);
    expect([others.status, others.body.error]).toEqual([200, undefined]);
    await fixture.expectBooksToAgree(me.userId);
  });

  test.each(actions)("does so with their own %s where nobody else could", async (_what, action) => {
    const me = await aBuyingOperator();
    await fixture.stores.users.updateMany(
      { role: { $ne: "customer" }, _id: { $ne: me.userId } },
      { $set: { suspend: true } },
    );

    const own = await action(me, me);

    expect([own.status, own.body.error]).toEqual([200, undefined]);
    expect(await fixture.stores.audit.countDocuments({ "actor.id": me.userId })).toBeGreaterThan(0);
  });

  test("learns at once whether there is a colleague", async () => {
    const me = await aBuyingOperator();
    const requested = async () => (await me.get("/auth/me")).body.hasColleague;

    expect(await requested()).toBe(true);
    await suspend(true);
    await fixture.stores.users.updateOne({ _id: me.userId }, { $set: { suspend: false } });
    expect(await requested()).toBe(false);
  });

  test("requests the refund of their own can from a colleague; neither decides for themselves", async () => {
    const me = await aBuyingOperator();
    const { path } = me.can;
    const record = path.split("/").at(-1);
    const requested = { kind: "refund", record, change: {}, reason: "The door did not open: I stood in front of it" };

    const shown = (await me.get(`${path}/case`)).body.case.refunds;
    const alone = await me.put(`${path}/refund-can`, {});
    const request = await me.post("/approvals", requested);
    const own = await me.post(`/approvals/${request.body.approval?._id}/approve`, {});
    const approved = await colleague.post(`/approvals/${request.body.approval?._id}/approve`, {});

    expect(shown).toMatchObject({ own: true, alone: null });
    expect((await colleague.get(`${path}/case`)).body.case.refunds.own).toBe(false);
    expect([alone.status, alone.body]).toEqual([
      409,
      {
        success: false,
        code: expect.any(String),
        error: "This can is your own: ask another operator to refund it",
        needsSecondPerson: true,
        what: expect.stringMatching(/^1 can of/),
      },
    ]);
    expect([request.status, own.status]).toEqual([200, 403]);
    expect([approved.status, approved.body.approval?.state]).toEqual([200, "approved"]);
    await fixture.expectBooksToAgree(me.userId);
  });

  test("does not decide a colleague's request for their can", async () => {
    const me = await aBuyingOperator();
    const { path } = me.can;
    await fixture.stores.settings.deleteMany({});
    const admin = await signedInAt(fixture.gateway, "admin");
    await admin.put("/settings", { refundsAlone: 0 });
    const record = path.split("/").at(-1);
    const request = await colleague.post("/approvals", { kind: "refund", record, change: {}, reason: "they say so" });

    const own = await me.post(`/approvals/${request.body.approval?._id}/approve`, {});

    expect([own.status, own.body.error]).toEqual([
      403,
      "Another operator must decide a request about your own account",
    ]);
    await fixture.stores.settings.deleteMany({});
  });

  test("verifies their payment, is refunded by a colleague, and alone refunds themselves", async () => {
    const me = await aBuyingOperator();
    expect((await colleague.put(`${me.can.path}/refund-can`, {})).status).toBe(200);

    const alone = await aBuyingOperator();
    await fixture.stores.users.updateMany(
      { role: { $ne: "customer" }, _id: { $ne: alone.userId } },
      { $set: { suspend: true } },
    );
    expect((await alone.put(`${alone.can.path}/refund-can`, {})).status).toBe(200);
    await fixture.expectBooksToAgree(alone.userId);
  });
});
