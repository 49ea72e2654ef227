import { ObjectId } from "mongodb";
import { beforeEach, describe, expect, test } from "vitest";
import { createAudit } from "#shared/audit/audit.server.ts";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { createRazorpay } from "#shared/payments/razorpay.server.ts";
import { verifyOrder } from "#shared/payments/verify-order.server.ts";
import { createMovableClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import type { BehaviourName } from "../../scripts/payment-provider/behaviours.ts";
import { startPaymentProvider } from "../../scripts/payment-provider/server.ts";
import { createPaymentSweep } from "./payment-sweep.ts";

const keys = { keyId: "rzp_test", keySecret: "secret" };
const minute = 60_000;
const hour = 60 * minute;
const start = Date.parse("2026-11-22T06:00:00Z");

let clock: ReturnType<typeof createMovableClock>;
let sweeps: ReturnType<typeof createPaymentSweep>[];
const mongo = setUpDatabase();
const provider = setUp(
  () => startPaymentProvider({ ...keys, notices: () => null, paceMs: 3_600_000 }),
  ({ close }) => close(),
);
beforeEach(async () => {
  await mongo.collections.orders.deleteMany({});
  clock = createMovableClock(start);
  const client = createRazorpay({ baseUrl: provider.url, ...keys });
  const parts = { mongo, databaseClock: clock, log: createLogger("workers", "silent"), provider: client };
  sweeps = [createPaymentSweep(parts), createPaymentSweep(parts)];
});

/** Two workers look at once. */
const sweepAt = async (ms: number) => {
  clock.advance(start + ms - clock.now());
  await Promise.all(sweeps.map(({ sweep }) => sweep()));
};
const ordered = async (options: Partial<OrderDocument> = {}) => {
  const order = anOrder(aUser(), aMachine(), { time: new Date(start), ...options });
  const { id } = provider.books.addOrder(order.netAmount, "INR", order.orderId);
  const stored = { ...order, providerOrderId: id, nextCheckAt: new Date(start + 15 * minute), ...options };
  await mongo.collections.orders.insertOne(stored);
  return stored;
};
const pay = async ({ providerOrderId }: OrderDocument, how: BehaviourName) => {
  const payment = await provider.pay(providerOrderId ?? "", how);
  if (!payment) throw new Error("the provider has no such order");
  return payment.id;
};
const now = async ({ _id }: OrderDocument) => {
  const found = await mongo.collections.orders.findOne({ _id });
  if (!found) throw new Error("the order is gone");
  return found;
};
const rowsOf = ({ user }: OrderDocument) => mongo.collections.canLedger.countDocuments({ user });

test("an order is verified after a quarter of an hour, by one of two workers, and credited once", async () => {
  const order = await ordered();
  await pay(order, "succeed");

  await sweepAt(15 * minute - 1);
  expect((await now(order)).status).toBe("processing");
  await sweepAt(15 * minute);

  const paid = await now(order);
  expect([paid.status, paid.nextCheckAt, await rowsOf(order)]).toEqual(["payment successful", null, 1]);
  expect(paid.steps.map(({ what, source }) => [what, source])).toEqual([
    ["created", "intake"],
    ["moved", "sweep"],
    ["credited", "sweep"],
  ]);
  const [line] = await mongo.collections.audit.find({ "record.id": order._id.toHexString() }).toArray();
  expect(line?.actor).toEqual({ kind: "job", id: null });
});

test("what nobody pays is canceled after a day, and verified for five more", async () => {
  const order = await ordered();
  for (let at = 15 * minute; at < 24 * hour; at += 15 * minute) await sweepAt(at);
  expect((await now(order)).status).toBe("processing");

  await sweepAt(24 * hour);
  const canceled = await now(order);
  expect([canceled.status, canceled.steps.at(-1)?.reason]).toEqual(["payment canceled", "unpaid for 24 hours"]);

  for (let at = 30 * hour; at <= 150 * hour; at += 6 * hour) await sweepAt(at);
  const over = await now(order);
  expect([over.status, over.nextCheckAt]).toEqual(["payment canceled", null]);
  expect(over.steps).toHaveLength(2);
});

test("a bank that says yes after days has its order credited", async () => {
  const order = await ordered();
  const payment = await pay(order, "late");
  await sweepAt(15 * minute);
  expect((await now(order)).status).toBe("payment failed");

  await provider.advance(payment);
  await provider.advance(payment);
  await sweepAt(60 * hour);

  expect([(await now(order)).status, await rowsOf(order)]).toEqual(["payment successful", 1]);
});

describe("what an operator called paid", () => {
  const called = async (how: BehaviourName | null) => {
    const due = new Date(start);
    const order = await ordered({ status: "payment successful", creditedAt: due, nextCheckAt: due });
    if (how) await pay(order, how);
    await sweepAt(1);
    return order;
  };

  test("is flagged while the provider has no money of it, and no longer when it has", async () => {
    const order = await called(null);
    expect((await now(order)).flags).toEqual(["no money at provider"]);

    const payment = await pay(order, "succeed");
    await sweepAt(hour);

    const settled = await now(order);
    expect([settled.flags, settled.paymentId, settled.nextCheckAt]).toEqual([[], payment, null]);
  });

  test.each<[BehaviourName, string[]]>([
    ["succeed", []],
    ["other amount", ["other amount"]],
    ["fail", ["no money at provider"]],
  ])("is compared with a payment that did %s", async (how, flags) => {
    const order = await called(how);
    expect([(await now(order)).flags, await rowsOf(order)]).toEqual([flags, 0]);
  });
});

describe("a provider that", () => {
  test("is away is left alone for a while, and nothing is lost", async () => {
    const order = await ordered();
    const payment = await pay(order, "broken");
    await sweepAt(15 * minute);
    const waiting = await now(order);
    expect([waiting.status, waiting.steps.length]).toEqual(["processing", 1]);

    const mended = provider.books.payments.get(payment);
    if (mended) mended.behaviour = "succeed";
    await sweepAt(15 * minute + 14_000);
    expect((await now(order)).status).toBe("processing");
    await sweepAt(17 * minute);

    expect([(await now(order)).status, await rowsOf(order)]).toEqual(["payment successful", 1]);
  });

  test("says what cannot be is logged once, and queried again later", async () => {
    const order = await ordered();
    await pay(order, "unknown status");
    for (let at = 15 * minute; at <= 4 * hour; at += 15 * minute) await sweepAt(at);

    const { status, steps } = await now(order);
    expect([status, steps.map(({ what }) => what)]).toEqual(["processing", ["created", "refused"]]);
    const lines = await mongo.collections.audit.find({ "record.id": order._id.toHexString() }).toArray();
    expect(lines.map(({ verb }) => verb)).toEqual(["order.unverified"]);
  });
});

describe("a provider that says for ever what cannot be understood:", () => {
  const sixDays = async () => {
    for (let at = 15 * minute; at <= 24 * hour; at += 15 * minute) await sweepAt(at);
    for (let at = 24 * hour; at <= 150 * hour; at += 6 * hour) await sweepAt(at);
  };

  test.each<[BehaviourName, OrderDocument["flags"]]>([
    ["unknown status", ["never verified"]],
    ["other order", ["never verified"]],
    ["other amount", ["other amount", "never verified"]],
  ])("after the last look (%s) it is flagged, canceled, and verified no more", async (how, flags) => {
    const order = await ordered();
    await pay(order, how);

    await sixDays();

    const ended = await now(order);
    expect([ended.status, ended.nextCheckAt, ended.flags]).toEqual(["payment canceled", null, flags]);
    expect(ended.steps.at(-1)).toMatchObject({
      what: "moved",
      source: "sweep",
      reason: expect.stringMatching(/^Not verified for six days: The payment provider /),
    });
    expect(ended.steps.filter(({ what }) => what === "flagged")).toHaveLength(flags.length);
    expect(await rowsOf(order)).toBe(0);
  });

  test("an order that the provider never knew ends so as well; one that an operator called paid stays paid", async () => {
    const unknown = await ordered({ providerOrderId: "order_nobody_knows" });
    const due = new Date(start);
    const called = await ordered({ status: "payment successful", creditedAt: due, nextCheckAt: due });
    await pay(called, "unknown status");

    await sixDays();

    const ends = [await now(unknown), await now(called)].map(({ status, nextCheckAt, flags }) => [
      status,
      nextCheckAt,
      flags,
    ]);
    expect(ends).toEqual([
      ["payment canceled", null, ["never verified"]],
      ["payment successful", null, ["never verified"]],
    ]);
  });

  test("once it answers clearly again, the next verification credits the order and removes the flag", async () => {
    const order = await ordered();
    const payment = await pay(order, "unknown status");
    await sixDays();
    const mended = provider.books.payments.get(payment);
    if (mended) mended.shown.status = "captured";
    const client = createRazorpay({ baseUrl: provider.url, ...keys });
    const parts = { mongo, audit: createAudit(mongo.collections, clock), clock, provider: client };

    const actor = { kind: "operator" as const, id: new ObjectId(), from: "203.0.113.9" };
    const { order: paid } = await verifyOrder(parts, actor, { order: order._id, source: "verification" });

    expect([paid.status, paid.flags, await rowsOf(order)]).toEqual(["payment successful", [], 1]);
  });
});

test("an order whose worker was killed in the middle is another's after half a minute", async () => {
  const order = await ordered();
  await pay(order, "succeed");
  // State left by a worker that took the order and queried nobody.
  await mongo.collections.orders.updateOne(
    { _id: order._id },
    { $set: { nextCheckAt: new Date(start + 15 * minute + 30_000) } },
  );

  await sweepAt(15 * minute);
  expect((await now(order)).status).toBe("processing");
  await sweepAt(15 * minute + 30_000);
  expect((await now(order)).status).toBe("payment successful");
});
