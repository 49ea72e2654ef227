import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import type { ProviderPayment } from "#shared/payments/provider.server.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";

/** Names at the provider contain letters, digits and underscores alone. */
export const wordOf = (name: string): string => name.replace(/\W/g, "");

/** The provider's payments of an order, by its timeline; what operators wrote there is not the provider's. */
const paymentsIn = (order: OrderDocument): ProviderPayment[] => {
  const payments = new Map<string, ProviderPayment>();
  for (const { what, source, status, paymentId, reason } of order.steps) {
    if (what !== "moved" || source === "operator" || paymentId === null) continue;
    const id = wordOf(paymentId);
    const isCaptured = status === "payment successful";
    payments.set(id, {
      id,
      status: isCaptured ? "captured" : "failed",
      amount: order.netAmount,
      currency: "INR",
      order_id: order.providerOrderId,
      amount_refunded: 0,
      error_description: isCaptured ? null : reason,
      created_at: Math.floor(order.time.getTime() / 1_000),
    });
  }
  return [...payments.values()];
};

/**
 * The payments of orders that are not in the played provider's books: of a demo's history, which was never played, and
 * of a trial's orders that it has forgotten. Null where nobody knows of such an order.
 */
export const createNotifiedPayments =
  ({ collections: { orders } }: Pick<Mongo, "collections">) =>
  async (providerOrderId: string): Promise<ProviderPayment[] | null> => {
    const order = await orders.findOne({ providerOrderId });
    return order && paymentsIn(order);
  };
