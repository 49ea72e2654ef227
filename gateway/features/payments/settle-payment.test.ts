import { describe, expect, test } from "vitest";
import type { UnknownPaymentDocument } from "#shared/payments/payment.document.server.ts";
import type { UnknownPayment } from "#shared/payments/payment.schema.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { setUpPaymentsFixture, webhookPath } from "../../testing/payments.fixture.ts";
import { signedNotice } from "../../testing/signed-notice.ts";
import { setUpWatchers } from "../../testing/watcher.ts";

let made = 0;
const fixture = setUpPaymentsFixture();
const staff = setUpOperator(fixture);
const colleague = setUpOperator(fixture);
const watchers = setUpWatchers(fixture);
const anyText: unknown = expect.any(String);

const stores = () => fixture.gateway.stores;
const heard = async (options: Partial<UnknownPaymentDocument> = {}): Promise<UnknownPaymentDocument> => {
  made += 1;
  const at = new Date();
  const payment = {
    _id: `pay_Nobodys${made}`,
    providerOrderId: "order_elsewhere",
    status: "captured",
    amount: 9_440,
    currency: "INR",
    firstAt: at,
    lastAt: at,
    ...options,
  };
  await stores().unknownPayments.insertOne(payment);
  return payment;
};
const settle = ({ _id }: Pick<UnknownPaymentDocument, "_id">, body: object, by = staff) =>
  by.post(`/payment/unknown/${_id}`, body);
const listed = async () => {
  const { unknown, unknownCount } = (await staff.get("/payment/review")).body;
  return { ids: unknown.map(({ paymentId }: { paymentId: string }) => paymentId) as string[], count: unknownCount };
};
const auditOf = async ({ _id }: UnknownPaymentDocument) =>
  (await stores().audit.find({ "record.id": _id }).toArray()).map(({ verb, actor, reason }) => [
    verb,
    `${actor.id}`,
    reason,
  ]);
/** The provider says something of it. */
const publish = async (
  { _id, providerOrderId, amount }: UnknownPaymentDocument,
  status: string,
  about = {},
  event = `payment.${status}`,
  amount_refunded = 0,
) => {
  const entity = { id: _id, order_id: providerOrderId, status, amount, currency: "INR", amount_refunded };
  const notice = signedNotice({ event, payload: { payment: { entity }, ...about } });
  const sent = await fetch(`${fixture.gateway.url}/api/v1.2${webhookPath}`, notice);
  expect(sent.status).toBe(200);
};

test("as many as are requested are listed, the newest first, and all are counted", async () => {
  const [sooner, later] = [await heard({ lastAt: new Date() }), await heard({ lastAt: new Date(Date.now() + 1_000) })];

  const { body } = await staff.get("/payment/review?limit=1");

  expect([body.unknown.map(({ paymentId }: { paymentId: string }) => paymentId), body.unknownCount]).toEqual([
    [later._id],
    (await listed()).count,
  ]);
  expect((await staff.get("/payment/review?limit=1001")).body.error).toBe("limit: must be at most 1000");
  await stores().unknownPayments.deleteMany({ _id: { $in: [sooner._id, later._id] } });
});

test("a payment of no order that was looked after leaves list and figures, with who, when and what in the audit", async () => {
  const payment = await heard();
  const before = await listed();
  expect(before.ids).toContain(payment._id);

  const answer = await settle(payment, { status: "captured", reason: " Given back at the provider " });

  expect([answer.status, answer.body.payment]).toMatchObject([
    200,
    {
      paymentId: payment._id,
      status: "captured",
      amount: 94.4,
      settled: { by: { _id: `${staff.userId}` }, reason: "Given back at the provider" },
    },
  ]);
  const { ids, count } = await listed();
  expect(ids).not.toContain(payment._id);
  expect(count).toBe(before.count - 1);
  expect(await auditOf(payment)).toEqual([["payment.settled", `${staff.userId}`, "Given back at the provider"]]);
  const figures = await (await fetch(`${fixture.gateway.url}/metrics`)).text();
  expect(figures).toContain(`cansole_unknown_payments ${count}`);
});

test("a page that lists them hears of one that comes, and that it was looked after", async () => {
  const watcher = await watchers.watchAs(["orders"]);
  const payment = await heard();
  const event = { name: "unknown-payment.changed", payload: { t: anyText, view: { paymentId: payment._id } } };
  await eventually(() => expect(watcher.heard).toEqual([event]));

  await settle(payment, { status: "captured", reason: "Given back" });
  await eventually(() => expect(watcher.heard).toEqual([event, event]));
});

test("of several who settle it at once one does, and the others learn who and how", async () => {
  const payment = await heard();
  const by = [staff, colleague, staff, colleague];

  const answers = await Promise.all(
    by.map((one, n) => settle(payment, { status: "captured", reason: `mine ${n}` }, one)),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const kept = await stores().unknownPayments.findOne({ _id: payment._id });
  const winner = answers.findIndex(({ status }) => status === 200);
  expect(kept?.settled).toMatchObject({ by: by[winner]?.userId, reason: `mine ${winner}` });
  for (const { body } of answers.filter(({ status }) => status === 409)) {
    expect(body.error).toMatch(new RegExp(`has resolved this payment already: mine ${winner}$`));
    expect(body.payment.settled.reason).toBe(`mine ${winner}`);
  }
  expect(await auditOf(payment)).toHaveLength(1);
});

test("a caller with an older provider status must look again", async () => {
  const payment = await heard({ status: "authorized" });
  await publish(payment, "captured");

  const answer = await settle(payment, { status: "authorized", reason: "It will lapse" });

  expect([answer.status, answer.body.error]).toEqual([
    409,
    "The provider now reports this payment as captured: check it again",
  ]);
  expect(answer.body.payment).toMatchObject({ status: "captured", settled: null });
  expect((await listed()).ids).toContain(payment._id);
  expect(await auditOf(payment)).toEqual([]);
});

test("who has not seen the newest of its dispute, its refunds, or a refund that failed must look again", async () => {
  const payment = await heard({ said: ["disp_1 open"] });
  const seenOf = async (): Promise<string[] | undefined> =>
    (await staff.get("/payment/review")).body.unknown.find((one: UnknownPayment) => one.paymentId === payment._id).said;
  const news: [event: string, about: object, back: number][] = [
    ["payment.dispute.lost", { dispute: { entity: { id: "disp_1", status: "lost" } } }, 0],
    ["refund.processed", {}, 100],
    ["refund.failed", {}, 0],
  ];
  for (const [event, about, back] of news) {
    const said = (await seenOf())?.length;
    await publish(payment, "captured", about, event, back);
    const { status = "" } = (await stores().unknownPayments.findOne({ _id: payment._id })) ?? {};
    const { body } = await settle(payment, { status, said, reason: "Evidence sent" });
    expect(body.error).toBe("This payment has new information: check it again");
  }
  expect((await seenOf())?.toSorted()).toEqual(["disp_1 lost", "disp_1 open", "refund failed", "refunded: INR 1.00"]);
  expect((await settle(payment, { status: "captured", said: 4, reason: "Evidence sent" })).status).toBe(200);
});

test("it comes back when the provider says something else of it, and not when it says the same again", async () => {
  const payment = await heard();
  await settle(payment, { status: "captured", reason: "Asked the customer" });

  await publish(payment, "captured");
  expect((await listed()).ids).not.toContain(payment._id);
  await publish(payment, "refunded");
  expect((await listed()).ids).toContain(payment._id);
  expect((await settle(payment, { status: "refunded", reason: "It went back" })).status).toBe(200);
  const { firstAt } = payment;
  expect(await stores().unknownPayments.findOne({ _id: payment._id })).toMatchObject({ firstAt, status: "refunded" });
  await publish(payment, "captured", {}, "refund.failed");
  expect((await listed()).ids).toContain(payment._id);
  expect((await settle(payment, { status: "captured", reason: "Asked the bank" })).status).toBe(200);
});

test("it comes back when its payment is disputed, which the payment's own status does not say", async () => {
  const payment = await heard();
  await settle(payment, { status: "captured", reason: "Asked the customer" });

  await publish(payment, "captured", { dispute: { entity: { id: "disp_1" } } });
  expect((await listed()).ids).toContain(payment._id);
  await publish(payment, "captured");
  expect((await settle(payment, { status: "disputed", reason: "Evidence sent" })).body.payment?.status).toBe(
    "disputed",
  );
  await publish(payment, "captured", { dispute: { entity: { id: "disp_1" } } });
  expect((await listed()).ids).not.toContain(payment._id);
  await publish(payment, "refunded");
  expect((await listed()).ids).toContain(payment._id);
});

test("it comes back with each new state of its dispute, and of a second one", async () => {
  const payment = await heard();
  const isListedAfter = async (id: string, status: string) => {
    await publish(payment, "captured", { dispute: { entity: { id, status } } }, "payment.dispute.changed");
    const { ids } = await listed();
    if (ids.includes(payment._id)) await settle(payment, { status: "disputed", reason: `${id} is ${status}` });
    return ids.includes(payment._id);
  };

  const said = [
    await isListedAfter("disp_1", "open"),
    await isListedAfter("disp_1", "open"),
    await isListedAfter("disp_1", "lost"),
    await isListedAfter("disp_2", "open"),
    await isListedAfter("disp_1", "lost"),
  ];

  expect(said).toEqual([true, false, true, true, false]);
});

test("it comes back when a part of it is given back, once for each sum", async () => {
  const payment = await heard();
  const isListedAfter = async (back: number) => {
    await publish(payment, "captured", {}, "refund.processed", back);
    const { ids } = await listed();
    if (ids.includes(payment._id)) await settle(payment, { status: "captured", reason: `${back} went back` });
    return ids.includes(payment._id);
  };
  await settle(payment, { status: "captured", reason: "Asked the customer" });

  const said = [await isListedAfter(100), await isListedAfter(100), await isListedAfter(300), await isListedAfter(100)];

  expect(said).toEqual([true, false, true, false]);
});

describe("what is refused", () => {
  test.each<[object, RegExp]>([
    [{}, /^status: /],
    [{ status: "captured" }, /^reason: is required/],
    [{ status: "captured", reason: " " }, /^reason: is required/],
    [{ status: "captured", reason: "x".repeat(301) }, /^reason: must be at most 300 characters/],
    [{ status: "", reason: "x" }, /^status: is required/],
    [{ status: "captured", reason: "x", settled: null }, /^Unknown field: settled/],
  ])("%j", async (body, error) => {
    const payment = await heard();
    const answer = await settle(payment, body);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(error)]);
    expect((await listed()).ids).toContain(payment._id);
  });

  test("a payment that is not known", async () => {
    const answer = await settle({ _id: "pay_never" }, { status: "captured", reason: "x" });
    expect([answer.status, answer.body.error]).toEqual([404, "There is no unmatched payment pay_never"]);
  });
});
