import { join } from "node:path";
import type { ObjectId } from "mongodb";
import { isPaid } from "#shared/orders/order-status.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { until } from "#shared/testing/eventually.ts";
import { buildIfStale } from "../../build.ts";
import { openPaidApp, type PaidApp } from "../../integration/payments/paid-app.ts";
import { exactly } from "../command-line.ts";
import type { Fault } from "./run.ts";

/**
 * Ten seconds until the sweep takes over, half a minute where a worker dies with it, and a margin for a busy computer.
 */
const creditedWithinMs = 60_000;

/**
 * An operator's gateway queries the provider about an order; while it waits for the answer the customer pays, and the
 * gateway that took the notices is killed.
 */
const payMeanwhile = async ({ mongo, provider, put, runningServices }: PaidApp) => {
  const order = anOrder(aUser(), aMachine());
  const { id } = provider.books.addOrder(order.netAmount, "INR", order.orderId);
  const nextCheckAt = new Date(Date.now() + 900_000);
  await mongo.collections.orders.insertOne({ ...order, providerOrderId: id, nextCheckAt });
  const payment = await provider.pay(id, "paid meanwhile");
  if (!payment) throw new Error("The provider has no such order.");
  const requested = new Promise((resolve) => {
    const { ofOrder } = provider.books;
    provider.books.ofOrder = (about) => {
      if (about === id) resolve(about);
      return ofOrder(about);
    };
  });
  const verified = put(0, "/payment/verify-payment", { _id: `${order._id}` });
  await requested;
  await provider.advance(payment.id);
  await runningServices[1]?.kill();
  await verified;
  await runningServices[1]?.start();
  return order._id;
};

export const fault: Fault = {
  promise: "A notice that came while its order was verified is acted on soon, although whoever took it was killed",
  run: async (say, size = 3) => {
    await buildIfStale(say);
    const installation = await openPaidApp(join(import.meta.dirname, "../../../dist"), [1]);
    try {
      const ids: ObjectId[] = [];
      for (let nth = 0; nth < size; nth += 1) ids.push(await payMeanwhile(installation));
      const unpaid = async () => {
        const orders = await installation.mongo.collections.orders.find({ _id: { $in: ids } }).toArray();
        return orders.filter(({ status }) => !isPaid(status)).length;
      };
      const areCredited = async () => (await unpaid()) === 0;
      await until("all are credited", areCredited, creditedWithinMs).catch(() => null);
      return [exactly(`of ${size} orders paid at the provider, not credited within a minute`, await unpaid(), 0)];
    } finally {
      await installation.stop();
    }
  },
};
