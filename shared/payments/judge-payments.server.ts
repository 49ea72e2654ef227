import type { OrderDocument } from "../orders/order.document.server.ts";
import type { ProviderPayment } from "./provider.server.ts";

/** What the provider's payments say about an order; `payment` is the one that says it. */
export type Judgement =
  /** Captured, with our amount in rupees; `others` is how many more payments, of any amount, were captured. */
  | { is: "captured"; payment: ProviderPayment; others: number }
  /** Captured, but not the order's amount. */
  | { is: "other amount"; payment: ProviderPayment }
  /** The bank has not said yes or no, or the provider has not taken it yet. */
  | { is: "waiting"; payment: ProviderPayment }
  | { is: "failed"; payment: ProviderPayment }
  | { is: "refunded"; payment: ProviderPayment }
  /** Nobody tried to pay. */
  | { is: "none" }
  /** Payments of another order: the answer is not about this one. */
  | { is: "foreign"; payment: ProviderPayment };

type RequestedPayment = Pick<OrderDocument, "netAmount" | "providerOrderId">;

export const isRequestedAmount = (
  { netAmount }: Pick<RequestedPayment, "netAmount">,
  { amount, currency }: ProviderPayment,
) => amount === netAmount && currency === "INR";

/**
 * Judges by `status` alone, over every attempt: one may fail while another is captured. Captured counts only with our
 * order, our amount and INR. If several attempts have ended, the newest counts; a payment that was refunded in part
 * stays captured.
 */
export const judgePayments = (order: RequestedPayment, payments: readonly ProviderPayment[]): Judgement => {
  const [foreign] = payments.filter(({ order_id }) => order_id !== order.providerOrderId);
  if (foreign) return { is: "foreign", payment: foreign };
  const byAge = [...payments].sort((a, b) => a.created_at - b.created_at);
  const captured = byAge.filter(({ status }) => status === "captured");
  const right = captured.find((payment) => isRequestedAmount(order, payment));
  if (right) return { is: "captured", payment: right, others: captured.length - 1 };
  const [wrong] = captured;
  if (wrong) return { is: "other amount", payment: wrong };
  // Money that is held says more than another try that nobody has paid yet.
  const waiting =
    byAge.findLast(({ status }) => status === "authorized") ?? byAge.findLast(({ status }) => status === "created");
  if (waiting) return { is: "waiting", payment: waiting };
  const last = byAge.at(-1);
  if (!last) return { is: "none" };
  return { is: last.status === "refunded" ? "refunded" : "failed", payment: last };
};
