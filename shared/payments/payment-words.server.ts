import { rupeesOf } from "../http/money.ts";
import type { OrderDocument } from "../orders/order.document.server.ts";
import type { ProviderPayment } from "./provider.server.ts";

/** What an order's timeline and an operator read of its payments. */

/** The provider's own text about a payment. */
export const wordOf = ({ status, error_description: why }: ProviderPayment) =>
  status === "failed" && why ? `failed: ${why.slice(0, 200)}` : status;

const twoDecimals = (paise: number) => rupeesOf(paise).toFixed(2);

/** What a word of a payment is about: of each subject the newest word counts. */
export const topicOf = (reason: string): string => reason.split(":", 1)[0] ?? "";
const refundTopic = "refunded";

export const isGivenBack = ({ amount_refunded: back, status }: ProviderPayment) =>
  status === "refunded" || (back ?? 0) > 0;

export const refundedWords = ({ id, currency, amount, amount_refunded: back }: ProviderPayment) => ({
  id,
  reason: `${refundTopic}: ${currency} ${twoDecimals(back || amount)}`,
});

/**
 * Which payments were refunded according to the order's timeline, and are held by the provider again because the refund
 * failed. Whoever handled that refund, or the order that was canceled for it, must look again.
 */
export const heldAgainWords = ({ steps }: Pick<OrderDocument, "steps">, payments: readonly ProviderPayment[]) =>
  payments
    .filter((payment) => !isGivenBack(payment))
    .filter(({ id }) =>
      steps.some(
        ({ paymentId, source, reason }) => paymentId === id && source !== "operator" && topicOf(reason) === refundTopic,
      ),
    )
    .map(({ id }) => ({ id, reason: `${refundTopic}: nothing any more` }));

/** For each captured payment: a flag that was settled is raised again by one that was not known then. */
export const capturedWords = (payments: readonly ProviderPayment[]) =>
  payments
    .filter(({ status }) => status === "captured")
    .map(({ id, currency, amount }) => ({ id, reason: `captured: ${currency} ${twoDecimals(amount)}` }));

export const noPayment = ({ providerOrderId }: OrderDocument) =>
  providerOrderId === null
    ? "This order never reached the payment provider: nothing can be paid for it"
    : "The payment provider knows no payment of this order yet";

export const otherAmount = ({ netAmount }: OrderDocument, { amount, currency, fee }: ProviderPayment) =>
  `The payment provider captured ${currency} ${twoDecimals(amount)}, the order asks for INR ${twoDecimals(netAmount)}${
    fee && amount - fee === netAmount ? ": the customer paid its fee as well (its setting Fee Bearer)" : ""
  }`;
