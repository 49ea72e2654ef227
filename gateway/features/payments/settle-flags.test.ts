import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import type { Order } from "#shared/orders/order.schema.ts";
import type { OrderFlag } from "#shared/orders/order-status.ts";
import { aPenalty } from "#shared/runtime/testing/stored-records.ts";
import type { BehaviourName } from "../../../scripts/payment-provider/behaviours.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { setUpPaymentsFixture } from "../../testing/payments.fixture.ts";

const fixture = setUpPaymentsFixture();
const staff = setUpOperator(fixture, "admin");
const colleague = setUpOperator(fixture);

const settle = ({ _id }: Pick<OrderDocument, "_id">, body: object, by = staff) =>
  by.post(`/payment/review/${_id}`, body);
const verify = async ({ _id }: Pick<OrderDocument, "_id">) =>
  (await staff.put("/payment/verify-payment", { _id: `${_id}` })).body.order;
const saidOf = ({ orderStatus, paymentId, flags }: Order) => [orderStatus, paymentId, flags];
const flaggedIds = async () =>
  (await staff.get("/payment/review")).body.flagged.map(({ _id }: { _id: string }) => _id) as string[];

test("an order that was looked after leaves the list, with what was done in its timeline and in the audit", async () => {
  const order = await fixture.ordered({ flags: ["paid twice", "penalty settled meanwhile"] });

  const first = await settle(order, { flags: ["paid twice"], reason: " Given back at the bank " });
  expect([first.status, first.body.order.flags]).toEqual([200, ["penalty settled meanwhile"]]);
  expect(await flaggedIds()).toContain(`${order._id}`);
  const second = await settle(order, { flags: ["penalty settled meanwhile"], reason: "Noted" });

  expect(second.body.order).toMatchObject({ flags: [], rev: 2, orderStatus: "processing", netAmount: 94.4 });
  expect(await flaggedIds()).not.toContain(`${order._id}`);
  expect(first.body.order.steps.at(-1)).toMatchObject({
    what: "settled",
    source: "operator",
    by: { _id: `${staff.userId}` },
    reason: "Given back at the bank",
  });
  expect(await fixture.auditOf(order)).toEqual([
    ["order.settled", "operator", "Given back at the bank"],
    ["order.settled", "operator", "Noted"],
  ]);
  expect(await fixture.cansOf(order)).toEqual([0, 0, 0]);
});

test("of several who settle it at once one is written down; a colleague's words are refused, not dropped", async () => {
  const order = await fixture.ordered({ flags: ["paid twice"] });

  const answers = await Promise.all(
    [staff, colleague, staff, colleague].map((by) => settle(order, { flags: ["paid twice"], reason: "mine" }, by)),
  );

  expect(answers.map(({ body }) => body.order.flags)).toEqual(answers.map(() => []));
  const statuses = answers.map(({ status }) => status);
  // Whose call is repeated, it was theirs.
  expect([statuses.slice(0, 2).toSorted(), statuses.slice(2)]).toEqual([[200, 409], statuses.slice(0, 2)]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe(
    "Its flags were resolved meanwhile: your reason is not stored",
  );
  expect((await fixture.now(order)).steps.filter(({ what }) => what === "settled")).toHaveLength(1);
  expect(await fixture.auditOf(order)).toHaveLength(1);
});

test("what was looked after is not flagged anew by the same fact, but by more of it", async () => {
  const order = await fixture.ordered();
  const { id } = await fixture.pay(order, "partly refunded");
  const verify = () => staff.put("/payment/verify-payment", { _id: `${order._id}` });
  await verify();
  await fixture.provider.advance(id);
  expect((await verify()).body.order.flags).toEqual(["refunded by provider"]);
  await settle(order, { flags: ["refunded by provider"], reason: "One rupee, on purpose" });

  expect((await verify()).body.order.flags).toEqual([]);
  const payment = fixture.provider.books.payments.get(id);
  if (payment) fixture.provider.books.change(payment, { amount_refunded: 9_440 });
  expect((await verify()).body.order.flags).toEqual(["refunded by provider"]);
});

test("who has not seen what became known last must look again; the flag stays", async () => {
  const order = await fixture.ordered();
  const { id } = await fixture.pay(order, "partly refunded");
  await verify(order);
  await fixture.provider.advance(id);
  const seen = (await verify(order)).steps.length;
  const payment = fixture.provider.books.payments.get(id);
  if (payment) fixture.provider.books.change(payment, { amount_refunded: 9_440 });
  const { steps } = await verify(order);

  const body = { flags: ["refunded by provider"], reason: "One rupee, on purpose" };
  const late = await settle(order, { ...body, steps: seen });
  expect([late.status, late.body.error, late.body.order.flags]).toEqual([
    409,
    "This order has new information: check it again",
    ["refunded by provider"],
  ]);
  expect((await settle(order, { ...body, steps: steps.length })).body.order.flags).toEqual([]);
});

test.each<[BehaviourName, OrderFlag, string]>([
  ["succeed", "paid twice", "captured: INR 94.40"],
  ["other amount", "other amount", "captured: INR 94.39"],
])("what was looked after is flagged anew by a further payment: %s", async (how, flag, expected) => {
  const order = await fixture.ordered();
  for (const each of [how, how]) await fixture.pay(order, each);
  expect((await verify(order)).flags).toEqual([flag]);
  await settle(order, { flags: [flag], reason: "Given back at the bank" });
  expect((await verify(order)).flags).toEqual([]);

  const { id } = await fixture.pay(order, how);

  expect((await verify(order)).flags).toEqual([flag]);
  const { steps } = await fixture.now(order);
  expect(steps.filter(({ what, paymentId }) => what === "payment" && paymentId === id)).toMatchObject([
    { reason: expected },
  ]);
});

describe("a refund that fails at the provider after somebody has looked after it", () => {
  /** The payment itself need not show that its refund failed. */
  const saidAfter = async (order: OrderDocument, id: string, status: "refunded" | "captured", isShown = true) => {
    const { books } = fixture.provider;
    const payment = books.payments.get(id);
    if (!payment) throw new Error("the provider forgot a payment");
    const back = status === "refunded" || !isShown ? payment.shown.amount : 0;
    books.change(payment, { status: back > 0 ? "refunded" : "captured", amount_refunded: back });
    payment.refund = status === "refunded" ? undefined : "failed";
    const { flags, steps } = await verify(order);
    if (flags.length > 0) await settle(order, { flags, reason: "Looked after" });
    return [flags, steps.findLast(({ what }: { what: string }) => what === "payment")?.reason];
  };
  const failed = "refunded: nothing any more";

  test("is flagged once, and so is the next refund of the same amount", async () => {
    const order = await fixture.ordered();
    const { id } = await fixture.pay(order, "succeed");
    await verify(order);
    for (const isShown of [true, false]) {
      expect(await saidAfter(order, id, "refunded")).toEqual([["refunded by provider"], "refunded: INR 94.40"]);
      expect(await saidAfter(order, id, "captured", isShown)).toEqual([["refunded by provider"], failed]);
      expect(await saidAfter(order, id, "captured", isShown)).toEqual([[], failed]);
    }
    expect(await fixture.cansOf(order)).toEqual([2, 2, 1]);
  });

  test.each<[BehaviourName, BehaviourName, OrderFlag]>([
    ["succeed", "succeed", "paid twice"],
    ["fail", "other amount", "other amount"],
  ])("has what is owed back flagged again: %s, then %s", async (first, second, flag) => {
    const order = await fixture.ordered();
    await fixture.pay(order, first);
    const { id } = await fixture.pay(order, second);
    expect(await saidAfter(order, id, "captured")).toContainEqual([flag]);
    await saidAfter(order, id, "refunded");
    expect(await saidAfter(order, id, "captured")).toEqual([[flag], failed]);
    expect(await saidAfter(order, id, "captured")).toEqual([[], failed]);
  });
});

describe("what is refused", () => {
  test.each<[object, RegExp]>([
    [{}, /^flags: /],
    [{ flags: [], reason: "x" }, /^flags: at least one is required/],
    [{ flags: ["nonsense"], reason: "x" }, /^flags.0: /],
    [{ flags: ["paid twice"] }, /^reason: is required/],
    [{ flags: ["paid twice"], reason: " " }, /^reason: is required/],
    [{ flags: ["paid twice"], reason: "x".repeat(301) }, /^reason: must be at most 300 characters/],
    [{ flags: ["paid twice"], reason: "x", orderStatus: "processing" }, /^Unknown field: orderStatus/],
  ])("%j", async (body, error) => {
    const order = await fixture.ordered({ flags: ["paid twice"] });
    const answer = await settle(order, body);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(error)]);
    expect((await fixture.now(order)).flags).toEqual(["paid twice"]);
  });

  test("an order that is not there", async () => {
    const _id = new ObjectId();
    const answer = await settle({ _id }, { flags: ["paid twice"], reason: "x" });
    expect([answer.status, answer.body.error]).toEqual([404, `There is no order ${_id}`]);
  });
});

describe("what is flagged, of an order that one payment pays for:", () => {
  test("nothing, where another try had gone back before", async () => {
    const order = await fixture.ordered();
    await fixture.pay(order, "refunded before");
    await verify(order);
    const { id } = await fixture.pay(order, "succeed");

    const answers = [await verify(order), await verify(order)];

    expect(answers.map(saidOf)).toEqual(answers.map(() => ["payment successful", id, []]));
  });

  test("nothing any more, once the second payment went back; the timeline shows it", async () => {
    const order = await fixture.ordered();
    const { id } = await fixture.pay(order, "succeed");
    const second = await fixture.pay(order, "succeed");
    const twice = await verify(order);
    const { books } = fixture.provider;
    const payment = books.payments.get(second.id);
    if (!payment) throw new Error("the provider forgot a payment");
    books.change(payment, { status: "refunded" });

    const once = await verify(order);

    expect([twice, once].map(saidOf)).toEqual([
      ["payment successful", id, ["paid twice"]],
      ["payment successful", id, []],
    ]);
    const published = { what: "payment", paymentId: second.id, reason: "refunded: INR 94.40" };
    expect((await fixture.now(order)).steps.at(-1)).toMatchObject(published);
  });

  test("that the provider has another amount beside it", async () => {
    const order = await fixture.ordered();
    await fixture.pay(order, "other amount");
    const { id } = await fixture.pay(order, "succeed");

    expect(saidOf(await verify(order))).toEqual(["payment successful", id, ["paid twice"]]);
    expect(await fixture.cansOf(order)).toEqual([2, 2, 1]);
  });

  test("that another amount came after the right one had gone back", async () => {
    const order = await fixture.ordered();
    const { id } = await fixture.pay(order, "refunded");
    await verify(order);
    await fixture.provider.advance(id);
    expect((await verify(order)).flags).toEqual(["refunded by provider"]);
    await settle(order, { flags: ["refunded by provider"], reason: "On purpose" });

    await fixture.pay(order, "other amount");

    expect((await verify(order)).flags).toContain("other amount");
  });

  test("that a penalty which it paid was edited after it was ordered", async () => {
    const order = await fixture.ordered();
    const penalty = aPenalty(order.user);
    await fixture.gateway.stores.penalties.insertOne(penalty);
    const owed = { quantity: 1, unitPrice: 1_000, totalPrice: 1_000, penalties: [penalty._id] };
    await fixture.gateway.stores.orders.updateOne({ _id: order._id }, { $set: { penalty: owed } });
    expect((await colleague.put(`/penalty/${penalty._id}`, { amount: 100 })).status).toBe(200);
    const { id } = await fixture.pay(order, "succeed");

    expect(saidOf(await verify(order))).toEqual(["payment successful", id, ["penalty changed meanwhile"]]);
    expect((await staff.get(`/penalty/${penalty._id}`)).body.penalty).toMatchObject({ paid: true, amount: 100 });
  });
});
