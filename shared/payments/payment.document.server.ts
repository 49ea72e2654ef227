import type { ObjectId } from "mongodb";
import { collection } from "../runtime/collection.ts";

/** Written by the gateway: a notice of the payment provider that was taken; its `_id` is the provider's own. */
interface PaymentEventDocument {
  _id: string;
  event: string;
  paymentId: string | null;
  providerOrderId: string | null;
  at: Date;
}

/** Written by the gateway: money at the provider that belongs to no order here; kept for good. */
export interface UnknownPaymentDocument {
  /** The provider's. */
  _id: string;
  providerOrderId: string | null;
  /** As the notice said last, `disputed` once one named a dispute; in the smallest unit of its currency. */
  status: string;
  amount: number;
  currency: string;
  /** What notices said beside its status: of its disputes, sums that were given back, a failed refund; missing is nothing. */
  said?: string[];
  firstAt: Date;
  lastAt: Date;
  /** Who looked after it; missing until then, and again once the provider says something else of it. */
  settled?: { at: Date; by: ObjectId; reason: string };
}

/** A notice is repeated for 24 hours, and by hand for 7 days. */
const eventSeconds = 8 * 86_400;

export const payments = {
  paymentEvents: collection<PaymentEventDocument>({
    indexes: [{ name: "old", key: { at: 1 }, expireAfterSeconds: eventSeconds }],
  }),
  unknownPayments: collection<UnknownPaymentDocument>({
    indexes: [{ name: "settledLast", key: { "settled.at": 1, lastAt: 1, _id: 1 } }],
  }),
};
