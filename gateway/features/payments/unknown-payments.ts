import type { Filter } from "mongodb";
import { rupeesOf } from "#shared/http/money.ts";
import type { UnknownPaymentDocument } from "#shared/payments/payment.document.server.ts";
import type { UnknownPayment } from "#shared/payments/payment.schema.ts";

/** Nobody has looked after it, or the provider has said something else of it since. */
export const isUnsettled: Filter<UnknownPaymentDocument> = { "settled.at": null };

/** Sums are stored in the smallest unit of the currency. */
const saidWords = ({ said = [], currency }: UnknownPaymentDocument): string[] =>
  said.map((one) =>
    one.replace(/^refunded (\d+)$/, (_, sum) => `refunded: ${currency} ${rupeesOf(Number(sum)).toFixed(2)}`),
  );

/** As the wire carries it. `settledBy` is the name of who looked after it, where somebody did. */
export const unknownPaymentView = (payment: UnknownPaymentDocument, settledBy: string): UnknownPayment => ({
  paymentId: payment._id,
  providerOrderId: payment.providerOrderId ?? "",
  status: payment.status,
  amount: rupeesOf(payment.amount),
  currency: payment.currency,
  said: saidWords(payment),
  firstAt: payment.firstAt.toISOString(),
  lastAt: payment.lastAt.toISOString(),
  settled: payment.settled
    ? {
        at: payment.settled.at.toISOString(),
        by: { _id: payment.settled.by.toHexString(), name: settledBy },
        reason: payment.settled.reason,
      }
    : null,
});
