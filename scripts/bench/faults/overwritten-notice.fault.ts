import { fileURLToPath } from "node:url";
import { isPaid } from "#shared/orders/order-status.ts";
import type { OrderDocument } from "#shared/runtime/documents/orders.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { until } from "#shared/testing/eventually.ts";
import { buildIfStale } from "../../build.ts";
import { openPaidHouse, type PaidHouse } from "../../walks/payments/paid-house.ts";
import { exactly, type Fault } from "./fault.ts";

const dist = fileURLToPath(new URL("../../../dist", import.meta.url));
/** Ten seconds until the sweep takes over, half a minute where a worker dies with it, and room for a busy computer. */
const creditedWithinMs = 60_000;

/**
 * An operator's gateway asks about an order; while it waits for the answer the customer pays, and the gateway that took
 * the notices is killed. Answers the order.
 */
const payMeanwhile = async ({ mongo, provider, put, rooms }: PaidHouse) => {
  const order = anOrder(aUser(), aMachine());
  const { id } = provider.books.addOrder(order.netAmount, "INR", order.orderId);
  const nextCheckAt = new Date(Date.now() + 900_000);
  await mongo.collections.orders.insertOne({ ...order, providerOrderId: id, nextCheckAt });
  const payment = await provider.pay(id, "paid meanwhile");
  if (!payment) throw new Error("the provider has no such order");

  const asked = new Promise((resolve) => {
    const { ofOrder } = provider.books;
    provider.books.ofOrder = (about) => {
      if (about === id) resolve(about);
      return ofOrder(about);
    };
  });
  const verified = put(0, "/payment/verify-payment", { _id: `${order._id}` });
  await asked;
  await provider.advance(payment.id);
  await rooms[1]?.kill();
  await verified;
  await rooms[1]?.start();
  return order;
};

export const fault: Fault = {
  promise: "A notice that came while its order was asked about is acted on soon, although whoever took it was killed",
  run: async (say, size = 3) => {
    await buildIfStale(say);
    const house = await openPaidHouse(dist, [1]);
    try {
      const orders: OrderDocument[] = [];
      for (let nth = 0; nth < size; nth += 1) orders.push(await payMeanwhile(house));
      say(`${size} orders were paid while they were asked about`);
      const unpaid = async () => {
        const found = await house.mongo.collections.orders
          .find({ _id: { $in: orders.map(({ _id }) => _id) } })
          .toArray();
        return found.filter(({ status }) => !isPaid(status));
      };
      await until("all are credited", async () => (await unpaid()).length === 0, creditedWithinMs).catch(() => null);
      const left = await unpaid();
      for (const { orderId, nextCheckAt } of left)
        say(`${orderId} is asked about next at ${nextCheckAt?.toISOString()}`);
      return [exactly("orders paid at the provider and not credited within a minute", left.length, 0)];
    } finally {
      await house.stop();
    }
  },
};
