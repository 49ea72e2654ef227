import { ObjectId } from "mongodb";
import pLimit from "p-limit";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { isPaid, type OrderFlag } from "#shared/orders/order-status.ts";
import type { ProviderDispute } from "#shared/payments/provider.server.ts";
import { anOrder, anOrderLine } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aPenalty, aUser } from "#shared/runtime/testing/stored-records.ts";
import { until } from "#shared/testing/eventually.ts";
import type { BehaviourName } from "../../payment-provider/behaviours.ts";
import type { PlayedPayment } from "../../payment-provider/books.ts";
import { pause } from "../../simulator/pause.ts";
import { createRandom } from "../../simulator/random.ts";
import { judgeBooks } from "./judge-books.ts";
import type { PaidApp } from "./paid-app.ts";

/** This many customers have their orders paid at once. */
const width = 12;
const ordersPerCustomer = 4;
/** A process is killed this long after the one before has come back, at random. */
const killEveryMs = 700;

const unpaidWays = ["fail", "never answered", "other amount"] as const;
/** What becomes of the money later is notified as well. */
const laterWays = ["late", "refunded", "partly refunded", "refund failed", "disputed", "dispute won"] as const;
const plainWays = ["succeed", "never captured", "notice lost", "notice ten times", "notices backwards"] as const;
const ways = [...plainWays, ...unpaidWays, ...laterWays];
const turnsLater = 2;
const laterWithinMs = 2_000;

interface Outcome {
  paid: number;
  unpaid: number;
  kills: number;
  /** Wrong figures of the books, while it went on and at the end. */
  wrong: string[];
  /** Captured at the provider, and yet not paid here. */
  uncredited: number;
  /** Refunds, disputes and other amounts at the provider that no flag says. */
  unflagged: string[];
}

/**
 * Customers pay, the provider notifies, operators edit and verify, workers sweep, several of them about the same order
 * at the same time, while gateways and workers are killed at random and started again. Each order must be credited
 * wholly or not at all, and in the end all that was captured; what became of its money is flagged by notices alone.
 */
export const runPaidOrders = async (app: PaidApp, count: number, say: (line: string) => void): Promise<Outcome> => {
  const random = createRandom(7);
  const orders = await plant(app, count);
  const { mongo, provider, runningServices } = app;
  const wrong = new Set<string>();
  let kills = 0;
  let isOver = false;

  const live = async (order: OrderDocument, turn: number): Promise<void> => {
    const path = `/orders/${order._id}`;
    const how: BehaviourName = random.pick(ways);
    const _id = order._id.toHexString();
    const paying = async (): Promise<void> => {
      const payment = await provider.pay(order.providerOrderId ?? "", how);
      for (let later = 0; payment && later < turnsLater; later += 1) {
        await pause(random.between(0, laterWithinMs));
        await provider.advance(payment.id);
      }
    };
    await Promise.all([
      paying(),
      random.chance(0.2) ? app.put(turn, path, { orderStatus: "payment successful", reason: "seen" }) : null,
      random.chance(0.5) ? app.put(turn, "/payment/verify-payment", { _id }) : null,
      random.chance(0.5) ? app.put(turn + 1, "/payment/verify-payment", { _id }) : null,
    ]);
  };
  const killing = (async () => {
    while (!isOver) {
      await pause(random.between(0, killEveryMs));
      const service = random.pick(runningServices);
      await service.kill();
      kills += 1;
      for (const one of await judgeBooks(mongo)) wrong.add(one);
      await service.start();
    }
  })();
  // Awaited below; a service that does not come back must not end this process before its servers are stopped.
  killing.catch(() => undefined);
  const limit = pLimit(width);
  try {
    await Promise.all(orders.map((order, turn) => limit(live, order, turn)));
  } finally {
    isOver = true;
    await killing;
  }
  say(`${kills} processes were killed; now the sweep has its time`);

  const paymentsOf = ({ providerOrderId }: OrderDocument) => provider.books.ofOrder(providerOrderId ?? "");
  const captured = orders.filter((order) =>
    paymentsOf(order).some(({ shown }) => shown.status === "captured" && shown.amount === order.netAmount),
  );
  const unflagged = async (): Promise<string[]> => {
    const present = await mongo.collections.orders.find({}).toArray();
    return present.flatMap((order) => {
      const due = flagsOf(order, paymentsOf(order), [...provider.books.disputes.values()]);
      return due.filter((flag) => !order.flags.includes(flag)).map((flag) => `${order.orderId}: ${flag}`);
    });
  };
  const uncredited = () =>
    mongo.collections.orders.countDocuments({
      _id: { $in: captured.map(({ _id }) => _id) },
      status: { $ne: "payment successful" },
    });
  // As if the quarter of an hour were over.
  await mongo.collections.orders.updateMany({ creditedAt: null }, { $set: { nextCheckAt: new Date() } });
  await until("all that was captured is credited", async () => (await uncredited()) === 0, 75_000).catch(() => null);
  const isAllFlagged = async () => (await unflagged()).length === 0;
  await until("all that happened to the money is flagged", isAllFlagged, 75_000).catch(() => null);
  for (const one of await judgeBooks(mongo)) wrong.add(one);
  const end = await mongo.collections.orders.find({}).toArray();
  const paid = end.filter(({ status }) => isPaid(status)).length;
  const unseen = { uncredited: await uncredited(), unflagged: await unflagged() };
  return { paid, unpaid: end.length - paid, kills, wrong: [...wrong], ...unseen };
};

/** What somebody must look at, by what the provider knows in the end. */
const flagsOf = (
  { status, netAmount }: OrderDocument,
  payments: readonly PlayedPayment[],
  disputes: readonly ProviderDispute[],
): OrderFlag[] => {
  const wentBack = ({ shown, refund }: PlayedPayment) =>
    refund !== "failed" && (shown.status === "refunded" || (shown.amount_refunded ?? 0) > 0);
  const isOther = ({ shown }: PlayedPayment) => shown.status === "captured" && shown.amount !== netAmount;
  const isOf = ({ payment_id }: ProviderDispute) => payments.some(({ shown }) => shown.id === payment_id);
  const due: Partial<Record<OrderFlag, boolean>> = {
    "refunded by provider": isPaid(status) && payments.some(wentBack),
    "other amount": payments.some(isOther),
    disputed: disputes.some((one) => isOf(one) && one.status !== "won"),
  };
  return (Object.keys(due) as OrderFlag[]).filter((flag) => due[flag]);
};

/** Several orders of each customer, so that they meet at one account: cans of two products, deposits, a penalty. */
const plant = async ({ mongo, provider }: PaidApp, count: number): Promise<OrderDocument[]> => {
  const machine = aMachine();
  const products = [new ObjectId(), new ObjectId()];
  const users = Array.from({ length: Math.ceil(count / ordersPerCustomer) }, () =>
    aUser({ role: "customer", penaltiesOwed: 1 }),
  );
  const penalties = users.map(({ _id }) => aPenalty(_id));
  const orders = Array.from({ length: count }, (_, turn) => {
    const at = Math.floor(turn / ordersPerCustomer);
    const [user, penalty] = [users[at] ?? aUser(), penalties[at]];
    const order = anOrder(user, machine, {
      lines: [
        ...products.map((product) => anOrderLine({ product, quantity: 1 + (turn % 3) })),
        anOrderLine({ productType: "deposit", quantity: 1, unitPrice: 1_000 }),
      ],
      // Each of their orders would pay it; one does.
      penalty: { quantity: 1, unitPrice: 1_000, totalPrice: 1_000, penalties: penalty ? [penalty._id] : [] },
    });
    const { id } = provider.books.addOrder(order.netAmount, "INR", order.orderId);
    return { ...order, providerOrderId: id, nextCheckAt: new Date(order.time.getTime() + 900_000) };
  });
  await mongo.collections.machines.insertOne(machine);
  await mongo.collections.users.insertMany(users);
  await mongo.collections.penalties.insertMany(penalties);
  await mongo.collections.orders.insertMany(orders);
  return orders;
};
