import { ObjectId } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { type Actor, createAudit } from "../audit/audit.server.ts";
import { anOrder, anOrderLine } from "../runtime/testing/stored-orders.ts";
import { aMachine, aPenalty, aUser } from "../runtime/testing/stored-records.ts";
import type { DepositDocument, PenaltyDocument } from "../users/accounts.document.server.ts";
import { noDeposit } from "../users/open-accounts.server.ts";
import { type MoveParts, moveOrder, moveOrderIn, type OrderMove } from "./move-order.server.ts";
import type { OrderDocument } from "./order.document.server.ts";

let parts: MoveParts;
const mongo = setUpDatabase();
beforeAll(async () => {
  parts = { mongo, audit: createAudit(mongo.collections, clock), clock };
});

const noon = new Date("2026-11-22T12:00:00Z");
const clock = { now: () => noon.getTime() };
const webhook: Actor = { kind: "provider", id: null, from: "203.0.113.9" };
const staff: Actor = { kind: "operator", id: new ObjectId(), from: "198.51.100.7" };
const cola = new ObjectId();
const machine = aMachine();

const stored = async (options: Partial<OrderDocument> = {}, deposit: Partial<DepositDocument> = {}) => {
  const user = aUser({ role: "customer" });
  await mongo.collections.users.insertOne(user);
  await mongo.collections.deposits.insertOne({ _id: user._id, ...noDeposit, ...deposit });
  const order = anOrder(user, machine, { providerOrderId: `order_${user._id}`, time: noon, ...options });
  await mongo.collections.orders.insertOne(order);
  return order;
};
const penaltyOf = async (user: ObjectId, options: Partial<PenaltyDocument> = {}) => {
  const penalty = aPenalty(user, options);
  await mongo.collections.penalties.insertOne(penalty);
  if (!penalty.paid && !penalty.canceled)
    await mongo.collections.users.updateOne({ _id: user }, { $inc: { penaltiesOwed: 1 } });
  return penalty;
};
const owing = (penalties: PenaltyDocument[]) => ({
  quantity: penalties.length,
  unitPrice: 1_000,
  totalPrice: 1_000 * penalties.length,
  penalties: penalties.map(({ _id }) => _id),
});
const paid = (order: OrderDocument, options: Partial<OrderMove> = {}) =>
  moveOrder(parts, webhook, {
    order: order._id,
    to: "payment successful",
    source: "webhook",
    paymentId: "pay_1",
    reason: "captured",
    ...options,
  });
const bookOf = async ({ user }: Pick<OrderDocument, "user">) => ({
  cans: await mongo.collections.cans.findOne({ _id: user }),
  deposit: await mongo.collections.deposits.findOne({ _id: user }),
  canRows: await mongo.collections.canLedger.find({ user }).toArray(),
  depositRows: await mongo.collections.depositRows.find({ user }).toArray(),
  owed: (await mongo.collections.users.findOne({ _id: user }))?.penaltiesOwed ?? 0,
});
const linesOf = async ({ _id }: OrderDocument) =>
  (await mongo.collections.audit.find({ "record.id": _id.toHexString() }).toArray()).map(({ verb }) => verb);

describe("an order that is paid", () => {
  test("credits its cans, one row for each product, with its step and its audit line", async () => {
    const lines = [
      anOrderLine({ product: cola, quantity: 2 }),
      anOrderLine({ product: cola, block: "bundle", quantity: 6 }),
      anOrderLine({ brand: "Soda", quantity: 1 }),
    ];
    const order = await stored({ lines });

    const { order: changed, moved } = await paid(order);

    expect(moved).toBe(true);
    expect(changed).toMatchObject({
      status: "payment successful",
      paymentId: "pay_1",
      creditedAt: noon,
      changedAt: noon,
      nextCheckAt: null,
      flags: [],
      rev: 1,
    });
    expect(changed.steps.map(({ what, status, source, reason }) => [what, status, source, reason])).toEqual([
      ["created", "processing", "intake", ""],
      ["moved", "payment successful", "webhook", "captured"],
      ["credited", "payment successful", "webhook", ""],
    ]);
    const { cans, canRows } = await bookOf(order);
    expect([cans?.totalCans, cans?.current.map(({ totalCans }) => totalCans)]).toEqual([9, [8, 1]]);
    expect(canRows.map(({ credit, debit, ref, message }) => [credit, debit, ref, message])).toEqual([
      [8, 0, { kind: "order", id: order._id }, `Order ${order.orderId}`],
      [1, 0, { kind: "order", id: order._id }, `Order ${order.orderId}`],
    ]);
    expect(await linesOf(order)).toEqual(["order.credited"]);
  });

  test("raises deposits by what was bought, and credits no can for them", async () => {
    const deposit = anOrderLine({ productType: "deposit", quantity: 3, unitPrice: 1_000 });
    const order = await stored({ lines: [deposit] }, { deposit: 500, depositBought: 1 });

    await paid(order);

    const book = await bookOf(order);
    expect(book.deposit).toMatchObject({ deposit: 3_500, depositBought: 4, freeDeposit: 0 });
    expect(book.depositRows).toMatchObject([
      { deposit: 3_000, depositBought: 3, ref: { kind: "order", id: order._id }, by: { kind: "provider", id: null } },
    ]);
    expect([book.cans, book.canRows]).toEqual([null, []]);
  });

  test("gives the profile's free deposits once", async () => {
    const first = await stored({ freeDeposits: 2 }, { freeDeposit: 1 });
    await paid(first);
    const second = anOrder({ _id: first.user }, machine, { freeDeposits: 5 });
    await mongo.collections.orders.insertOne(second);
    await paid(second);

    const book = await bookOf(first);
    expect(book.deposit).toMatchObject({ freeDeposit: 2, receivedFreeDeposit: true });
    expect(book.depositRows.map(({ freeDeposit }) => freeDeposit)).toEqual([1]);
  });

  test("keeps the security deposit and charges no other; a second one is kept and flagged", async () => {
    const first = await stored({ securityDeposit: 10_000 }, { collectSecurityDeposit: true });
    const second = anOrder({ _id: first.user }, machine, { securityDeposit: 10_000 });
    await mongo.collections.orders.insertOne(second);

    const flags = [(await paid(first)).order.flags, (await paid(second)).order.flags];

    expect(flags).toEqual([[], ["security deposit twice"]]);
    expect((await bookOf(first)).deposit).toMatchObject({ securityDeposit: 20_000, collectSecurityDeposit: false });
  });

  test("pays its penalties; one that was settled meanwhile flags it", async () => {
    const order = await stored();
    const [open, settled, later] = [
      await penaltyOf(order.user),
      await penaltyOf(order.user, { canceled: true }),
      await penaltyOf(order.user),
    ];
    await mongo.collections.orders.updateOne({ _id: order._id }, { $set: { penalty: owing([open, settled]) } });

    const { order: changed } = await paid(order);

    expect(changed.flags).toEqual(["penalty settled meanwhile"]);
    expect(changed.steps.at(-1)).toMatchObject({ what: "flagged", reason: "penalty settled meanwhile" });
    expect((await bookOf(order)).owed).toBe(1);
    const now = await mongo.collections.penalties.find({ user: order.user }).sort({ _id: 1 }).toArray();
    expect(now.map(({ _id, paid: isPaid, rev }) => [_id, isPaid, rev])).toEqual([
      [open._id, true, 1],
      [settled._id, false, 0],
      [later._id, false, 0],
    ]);
  });

  test("the second caller gets the order as it is, and nothing is credited twice", async () => {
    const order = await stored();
    const sources = ["operator", "verification", "webhook", "sweep"] as const;

    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, turn) => paid(order, { source: sources[turn % 4] ?? "webhook" })),
    );

    expect(answers.filter(({ moved }) => moved)).toHaveLength(1);
    expect(new Set(answers.map(({ order: { status, rev } }) => `${status} ${rev}`))).toEqual(
      new Set(["payment successful 1"]),
    );
    const { cans, canRows } = await bookOf(order);
    expect([cans?.totalCans, canRows.length]).toEqual([2, 1]);
  });

  test("nothing moves it any more", async () => {
    const order = await stored();
    await paid(order);
    const answer = await moveOrder(parts, staff, { order: order._id, to: "payment failed", source: "operator" });
    expect([answer.moved, answer.why, answer.order.status]).toEqual([false, "paid", "payment successful"]);
  });
});

describe("an order that is not paid", () => {
  test("fails and is looked at again; its payment and the provider's status are kept", async () => {
    const order = await stored();

    const { order: changed } = await paid(order, { to: "payment failed", paymentId: "pay_2", reason: "declined" });

    expect(changed).toMatchObject({ status: "payment failed", paymentId: "pay_2", creditedAt: null, rev: 1 });
    expect(changed.nextCheckAt).toEqual(new Date(noon.getTime() + 15 * 60_000));
    expect(changed.steps.at(-1)).toMatchObject({ what: "moved", reason: "declined", paymentId: "pay_2" });
    expect((await bookOf(order)).canRows).toEqual([]);
  });

  test("is moved by an operator with a reason and a rev, and a stale one is refused", async () => {
    const order = await stored();
    const canceled = { order: order._id, to: "payment canceled", source: "operator", reason: "asked to" } as const;

    const first = await moveOrder(parts, staff, { ...canceled, rev: 0 });
    const stale = await moveOrder(parts, staff, { ...canceled, to: "processing", rev: 0 });

    expect([first.moved, first.order.steps.at(-1)?.by]).toEqual([true, staff.id]);
    expect([stale.moved, stale.why, stale.order.rev]).toEqual([false, "stale", 1]);
    const [line] = await mongo.collections.audit.find({ "record.id": order._id.toHexString() }).toArray();
    expect(line).toMatchObject({
      verb: "order.moved",
      reason: "asked to",
      before: { status: "processing", rev: 0 },
      after: { status: "payment canceled", rev: 1 },
    });
  });

  test("marked paid by an operator it is compared with the provider at once, or flagged where none can be queried", async () => {
    const requested = await paid(await stored(), { source: "operator" });
    const lone = await paid(await stored({ providerOrderId: null }), { source: "operator" });

    expect([requested.order.nextCheckAt, requested.order.flags]).toEqual([noon, []]);
    expect([lone.order.nextCheckAt, lone.order.flags]).toEqual([null, ["no money at provider"]]);
  });

  test("that is not there is named", async () => {
    const order = new ObjectId();
    await expect(moveOrder(parts, staff, { order, to: "payment failed", source: "operator" })).rejects.toMatchObject({
      code: "missing",
      message: `There is no order ${order}`,
    });
  });
});

test("a transaction that fails after the move leaves nothing of it", async () => {
  const order = await stored();
  const failing = mongo.inTransaction(async (dbSession) => {
    await moveOrderIn(dbSession, parts, webhook, { order: order._id, to: "payment successful", source: "intake" });
    throw new Error("and then the lights went out");
  });

  await expect(failing).rejects.toThrow("lights");
  const book = await bookOf(order);
  expect([book.cans, book.canRows]).toEqual([null, []]);
  expect((await mongo.collections.orders.findOne({ _id: order._id }))?.status).toBe("processing");
});
