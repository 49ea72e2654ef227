import type { OrderDocument } from "../documents/orders.ts";
import { isAskedAmount, judgePayments } from "./judge-payments.ts";
import { type PaymentProvider, ProviderError, type ProviderPayment } from "./provider.ts";

/** What an operator canceled takes nobody's money; the customer gets it back by itself. */
const isCalledOff = ({ status, steps }: OrderDocument): boolean =>
  status === "payment canceled" && steps.findLast(({ what }) => what === "moved")?.source === "operator";

/**
 * Takes the payment of an order that nobody has paid where it is authorized, of our amount and in INR: an account whose
 * settings leave that to the business would else give it back after days. Answers all payments as they are then. Throws
 * ProviderError where the provider cannot be reached: it may have been taken all the same, which the next question says.
 */
export const captureAuthorized = async (
  provider: PaymentProvider,
  order: OrderDocument,
  providerOrderId: string,
  payments: ProviderPayment[],
): Promise<ProviderPayment[]> => {
  if (isCalledOff(order) || judgePayments(order, payments).is !== "waiting") return payments;
  const held = payments.find((payment) => payment.status === "authorized" && isAskedAmount(order, payment));
  if (!held) return payments;
  try {
    await provider.capture(held.id, order.netAmount);
  } catch (error) {
    // As when the provider takes it by itself at this very moment.
    if (!(error instanceof ProviderError && error.kind === "refused")) throw error;
  }
  return provider.ofOrder(providerOrderId);
};
