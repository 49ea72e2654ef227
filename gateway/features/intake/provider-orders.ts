import { DomainError } from "#shared/http/domain-error.ts";
import { newCheckRequest } from "#shared/orders/next-check.server.ts";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { firstCheckAt } from "#shared/payments/check-times.ts";
import { type PaymentProvider, ProviderError } from "#shared/payments/provider.server.ts";
import { orderInLine } from "#shared/runtime/logged-repeats.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { isHeld } from "./own-order.ts";

type Parts = Pick<FeatureParts, "mongo" | "clock" | "log"> & { provider: PaymentProvider | null };

export const noProvider = () =>
  new DomainError("payment-unavailable", "No payment provider is configured: nothing can be paid here");

/** Whether it can still be paid, and cannot yet. */
const awaitsProvider = ({ status, netAmount, providerOrderId }: OrderDocument): boolean =>
  status === "processing" && netAmount > 0 && providerOrderId === null;

/** Has the provider know an order that is to be paid. */
export const createProviderOrders = ({ mongo, clock, log, provider }: Parts) => {
  const requested = async (order: OrderDocument): Promise<string> => {
    if (!provider) throw noProvider();
    const { orderId, netAmount } = order;
    try {
      return (await provider.createOrder({ receipt: orderId, paise: netAmount })).id;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const isRefused = error.kind === "refused";
      const named = orderInLine(orderId, !isRefused);
      log.warn({ ...named, kind: error.kind, why: error.message }, "the provider has no order of ours");
      if (isRefused)
        throw new DomainError("payment-refused", `The payment provider refuses this order: ${error.message}`, {
          orderId,
        });
      const wait = "the order is kept, repeat this call with the same Idempotency-Key";
      throw new DomainError("payment-unavailable", `The payment provider cannot take this order right now: ${wait}`, {
        orderId,
      });
    }
  };

  return {
    /**
     * Returns the order with its provider order, which is made if there is none. If two calls make one at once, the
     * first is kept; the other is never returned, so that nobody can pay it, and neither is that of an order which was
     * canceled or marked paid meanwhile. Throws `unavailable`: the order stays and can be continued; `conflict` if the
     * provider refuses it.
     */
    ensure: async (order: OrderDocument): Promise<OrderDocument> => {
      if (!awaitsProvider(order) || (await isHeld({ mongo }, order))) return order;
      const providerOrderId = await requested(order);
      const { orders } = mongo.collections;
      const now = new Date(clock.now());
      // From here on it can be paid: the sweep waits for that as it does for a new order, whatever it found before.
      const soon = firstCheckAt({ time: now, status: order.status });
      const known = await orders.findOneAndUpdate(
        { _id: order._id, providerOrderId: null, status: "processing" },
        {
          $set: { providerOrderId, changedAt: now, checkRequest: newCheckRequest(clock) },
          $min: { nextCheckAt: soon },
          $inc: { rev: 1 },
        },
        { returnDocument: "after" },
      );
      const present = known ?? (await orders.findOne({ _id: order._id }));
      if (!present) throw new Error("orders are never removed");
      return present;
    },
  };
};
