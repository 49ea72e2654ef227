import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { Order } from "../orders/order.schema.ts";
import { FlagsSettled, PaymentCheck, PaymentSettled, PaymentsToReview, UnknownPayment } from "./payment.schema.ts";

/** A refusal carries the order as it is now. */
export const verifyPayment = endpoint({
  method: "PUT",
  path: "/payment/verify-payment",
  tag: "payments",
  summary: "Ask the payment provider about an order",
  access: "operator",
  body: PaymentCheck,
  reply: z.object({ order: Order }),
  notice: "Payment Updated",
  failure: "Error: Failed to update order",
});

/** Ours: money without cans, cans without money, and what else somebody must look at. */
export const listPaymentsToReview = endpoint({
  method: "GET",
  path: "/payment/review",
  tag: "payments",
  summary: "Orders and payments that somebody must look at, the newest of each kind",
  access: "operator",
  reply: PaymentsToReview.extend({ asOf: ClusterTime }),
  failure: "Failed to feth Orders",
});

/** Ours: an order that somebody has looked after leaves the list. It moves no money; flags that are gone already are no error. */
export const settleFlags = endpoint({
  method: "POST",
  path: "/payment/review/:id",
  tag: "payments",
  summary: "Say what was done about an order that somebody had to look at",
  access: "operator",
  params: z.object({ id: Id }),
  body: FlagsSettled,
  reply: z.object({ order: Order }),
  notice: "Order Updated",
  failure: "Error: Failed to update order",
});

/**
 * Ours: a payment of no order that somebody has looked after leaves the list; it moves no money. Of two operators one
 * wins: the other one's refusal, as that of who looked at an older word of the provider, carries the payment as it is.
 */
export const settlePayment = endpoint({
  method: "POST",
  path: "/payment/unknown/:paymentId",
  tag: "payments",
  summary: "Say what was done about a payment that belongs to no order",
  access: "operator",
  params: z.object({ paymentId: z.string().min(1).max(100) }),
  body: PaymentSettled,
  reply: z.object({ payment: UnknownPayment }),
  notice: "Payment Updated",
  failure: "Error: Failed to update order",
});
