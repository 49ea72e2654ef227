import type { OrderDocument } from "../orders/order.document.server.ts";
import { isPaid } from "../orders/order-status.ts";
import { isRequestedAmount, judgePayments } from "./judge-payments.server.ts";
import { type PaymentProvider, ProviderError, type ProviderPayment } from "./provider.server.ts";

/** What an operator canceled takes nobody's money; the customer gets it back by itself. */
const isCalledOff = ({ status, steps }: OrderDocument): boolean =>
  status === "payment canceled" && steps.findLast(({ what }) => what === "moved")?.source === "operator";

/** Every caller takes the same one, in whatever order the provider names them: nobody is made to pay twice. */
const firstHeld = (order: OrderDocument, payments: readonly ProviderPayment[]): ProviderPayment | undefined =>
  payments
    .filter((payment) => payment.status === "authorized" && isRequestedAmount(order, payment))
    .sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))[0];

/**
 * Takes the payment of an order that nobody has paid where it is authorized, of our amount and in INR: an account whose
 * settings leave that to the business would else give it back after days. `present` reads the order anew: it may have
 * been canceled, or marked paid, while the provider was queried; null where nobody is to pay for it. Returns all
 * payments as they are then. Throws ProviderError where the provider cannot be reached: it may have been taken all the
 * same, which the next query shows.
 */
export const captureAuthorized = async (
  provider: PaymentProvider,
  order: OrderDocument,
  payments: ProviderPayment[],
  present: () => Promise<OrderDocument | null>,
): Promise<ProviderPayment[]> => {
  const { providerOrderId } = order;
  if (providerOrderId === null || judgePayments(order, payments).is !== "waiting") return payments;
  const held = firstHeld(order, payments);
  const now = held && (await present());
  if (!now || isPaid(now.status) || isCalledOff(now)) return payments;
  try {
    await provider.capture(held.id, order.netAmount);
  } catch (error) {
    // As when the provider takes it by itself at this very moment.
    if (!(error instanceof ProviderError && error.kind === "refused")) throw error;
  }
  return provider.ofOrder(providerOrderId);
};
