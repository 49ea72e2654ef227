import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { createAudit } from "#shared/audit/audit.server.ts";
import { noProvider } from "#shared/payments/configured-provider.server.ts";
import { type PaymentProvider, ProviderError, type ProviderErrorKind } from "#shared/payments/provider.server.ts";
import { verifyOrder } from "#shared/payments/verify-order.server.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { setUpDatabase } from "../../../scripts/migrate/testing/test-databases.ts";
import { createProviderOrders } from "./provider-orders.ts";

const mongo = setUpDatabase();
const noon = new Date("2026-11-22T12:00:00Z");
const clock = { now: () => noon.getTime() };
const log = createLogger("gateway", "silent");
const aQuarterLater = new Date(noon.getTime() + 15 * 60_000);

const made = { id: `order_${new ObjectId()}`, amount: 9_440, currency: "INR" };
const provider: PaymentProvider = { ...noProvider, createOrder: async () => made };

test("an order that gets its provider's order while it is verified is verified a quarter of an hour later", async () => {
  const order = anOrder(aUser(), aMachine(), { time: noon, nextCheckAt: aQuarterLater });
  await mongo.collections.orders.insertOne(order);
  const { ensure } = createProviderOrders({ mongo, clock, log, provider });
  const audit = createAudit(mongo.collections, clock);
  /** The verification has read the order, and writes its result a moment later. */
  const late: typeof mongo.inTransaction = async (work) => {
    await ensure(order);
    return mongo.inTransaction(work);
  };

  const { refusal } = await verifyOrder(
    { mongo: { collections: mongo.collections, inTransaction: late }, audit, clock, provider },
    { kind: "operator", id: new ObjectId(), from: "203.0.113.9" },
    { order: order._id, source: "verification" },
  );

  expect(refusal?.sentence).toMatch(/never reached the payment provider/);
  const found = await mongo.collections.orders.findOne({ _id: order._id });
  expect([found?.providerOrderId, found?.nextCheckAt]).toEqual([made.id, aQuarterLater]);
});

test.each(["payment canceled", "payment failed", "payment successful"] as const)(
  "an order that becomes '%s' while its provider's order is made gets none, so nobody pays for it",
  async (status) => {
    const order = anOrder(aUser(), aMachine(), { time: noon, nextCheckAt: aQuarterLater });
    const { orders } = mongo.collections;
    await orders.insertOne(order);
    const createOrder = async () => {
      await orders.updateOne({ _id: order._id }, { $set: { status, nextCheckAt: null } });
      return { ...made, id: `order_${new ObjectId()}` };
    };

    const known = await createProviderOrders({ mongo, clock, log, provider: { ...provider, createOrder } }).ensure(
      order,
    );

    expect([known.status, known.providerOrderId, known.nextCheckAt]).toEqual([status, null, null]);
  },
);

test.each<[ProviderErrorKind, number]>([
  ["unreachable", 1],
  ["refused", 3],
])(
  "three orders that the provider does not take, because it is '%s', are %i lines of a minute's log",
  async (kind, many) => {
    const lines: string[] = [];
    const sink = { write: (line: string) => lines.push(line) };
    const createOrder = () => Promise.reject(new ProviderError(kind, "as it is"));
    const parts = { mongo, clock, log: createLogger("gateway", "warn", sink as never) };
    const { ensure } = createProviderOrders({ ...parts, provider: { ...provider, createOrder } });

    for (let nth = 0; nth < 3; nth += 1) await expect(ensure(anOrder(aUser(), aMachine()))).rejects.toThrow("provider");

    expect(lines).toHaveLength(many);
  },
);
