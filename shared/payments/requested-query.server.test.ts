import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { createAudit } from "../audit/audit.server.ts";
import { moveOrder } from "../orders/move-order.server.ts";
import type { OrderDocument } from "../orders/order.document.server.ts";
import type { OrderSource } from "../orders/order-status.ts";
import { createMovableClock } from "../runtime/clock.ts";
import { anOrder } from "../runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "../runtime/testing/stored-records.ts";
import { noProvider } from "./configured-provider.server.ts";
import type { ProviderPayment } from "./provider.server.ts";
import { verifyOrder } from "./verify-order.server.ts";

const start = Date.parse("2026-11-22T06:00:00Z");
const mongo = setUpDatabase();

/** A paid order of which a notice has just come; the provider shows what it is about once `status` says so. */
const notified = async (options: Partial<OrderDocument> = {}) => {
  const clock = createMovableClock(start);
  const order = anOrder(aUser(), aMachine(), {
    time: new Date(start - 86_400_000),
    providerOrderId: `order_${new ObjectId()}`,
    status: "payment successful",
    paymentId: "pay_1",
    nextCheckAt: new Date(start + 10_000),
    checkRequest: ObjectId.createFromTime(start / 1_000),
    ...options,
  });
  await mongo.collections.orders.insertOne(order);
  const shown = { status: "captured" as ProviderPayment["status"] };
  const ofOrder = async () => [
    { id: "pay_1", amount: order.netAmount, currency: "INR", created_at: 1, order_id: order.providerOrderId, ...shown },
  ];
  const parts = { mongo, audit: createAudit(mongo.collections, clock), clock, provider: { ...noProvider, ofOrder } };
  const actor = { kind: "job" as const, id: null, from: "test" };
  return {
    shown,
    /** Seconds after the notice. */
    verify: async (seconds: number, source: OrderSource) => {
      clock.advance(start + seconds * 1_000 - clock.now());
      const { order: now } = await verifyOrder(parts, actor, { order: order._id, source });
      return [now.flags, now.nextCheckAt && (now.nextCheckAt.getTime() - start) / 1_000];
    },
  };
};

test.each<[string, [number, OrderSource][]]>([
  ["the gateway that took the notice", [[0, "webhook"]]],
  ["a worker, because that gateway was killed", [[10, "sweep"]]],
  [
    "an operator, right after that gateway",
    [
      [0, "webhook"],
      [2, "verification"],
    ],
  ],
  ["an operator, whose answer the notice shared", [[1, "verification"]]],
])(
  "what the provider does not show yet when it notifies of it is queried once more, whoever verified: %s",
  async (_who, queries) => {
    const { verify, shown } = await notified();

    for (const [seconds, source] of queries) await verify(seconds, source);
    const [last = 0] = queries.at(-1) ?? [];
    expect(await verify(last + 1, "verification")).toEqual([[], last + 61]);
    shown.status = "refunded";

    expect(await verify(last + 61, "sweep")).toEqual([["refunded by provider"], null]);
  },
);

test("a request that is older than a minute is answered by one query, and so is none at all", async () => {
  const old = await notified();
  const none = await notified({ checkRequest: null });

  expect([await old.verify(60, "sweep"), await none.verify(0, "verification")]).toEqual([
    [[], null],
    [[], null],
  ]);
});

test("a request of a process whose clock is far ahead ends as well: it is answered again and again until then", async () => {
  const { verify } = await notified({ checkRequest: ObjectId.createFromTime(start / 1_000 + 300) });

  expect([await verify(0, "webhook"), await verify(120, "sweep"), await verify(361, "sweep")]).toEqual([
    [[], 60],
    [[], 180],
    [[], null],
  ]);
});

test("what is requested is dated by MongoDB's clock: a computer whose own clock is an hour behind queries once more, too", async () => {
  const clock = createMovableClock(Date.now() + 3_600_000);
  const parts = { mongo, audit: createAudit(mongo.collections, clock), clock };
  const time = new Date(clock.now());
  const order = anOrder(aUser(), aMachine(), { time, providerOrderId: `order_${new ObjectId()}` });
  await mongo.collections.orders.insertOne(order);
  const operator = { kind: "operator" as const, id: new ObjectId(), from: "test" };
  await moveOrder(parts, operator, { order: order._id, to: "payment successful", source: "operator" });
  const paid = { id: "pay_1", status: "captured" as const, amount: order.netAmount, currency: "INR", created_at: 1 };
  const ofOrder = async () => [{ ...paid, order_id: order.providerOrderId }];

  const provider = { ...noProvider, ofOrder };
  const verified = await verifyOrder({ ...parts, provider }, operator, { order: order._id, source: "sweep" });

  expect(verified.order.nextCheckAt).toEqual(new Date(clock.now() + 60_000));
});
