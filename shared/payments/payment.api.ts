import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { Order } from "../orders/order.schema.ts";
import {
  FlagsSettled,
  leastToReview,
  PaymentCheck,
  PaymentSettled,
  PaymentsToReview,
  ReviewLimit,
  UnknownPayment,
} from "./payment.schema.ts";

const { get, post, put } = callsOf("payments");

/** A refusal carries the order as it is now. */
export const verifyPayment = put("/payment/verify-payment", {
  operationId: "verifyPayment",
  summary: "Verify an order's payment at the payment provider",
  body: PaymentCheck,
  reply: z.object({ order: Order }),
  notice: "Payment Updated",
  failure: "Error: Failed to update order",
});

/** Ours: money without cans, cans without money, and what else somebody must look at. */
export const listPaymentsToReview = get("/payment/review", {
  operationId: "listPaymentsToReview",
  summary: "Orders and payments to check, the newest of each kind",
  query: z.object({ limit: ReviewLimit.default(leastToReview) }),
  reply: PaymentsToReview.extend({ asOf: ClusterTime }),
  failure: "Failed to feth Orders",
});

/**
 * Ours: an order that somebody has looked after leaves the list. It moves no money. If two operators call at once, one
 * wins: the other one's refusal contains the order as it is.
 */
export const settleFlags = post("/payment/review/:id", {
  operationId: "settleFlags",
  summary: "Resolve an order's flags, with what was done",
  params: z.object({ id: Id }),
  body: FlagsSettled,
  reply: z.object({ order: Order }),
  notice: "Order Updated",
  failure: "Error: Failed to update order",
});

/**
 * Cansole's own call: a payment of no order that somebody has handled leaves the list; it moves no money. If two
 * operators call at once, one wins: the other one's refusal contains the payment as it is, and so does that of a caller
 * with an older provider status.
 */
export const settlePayment = post("/payment/unknown/:paymentId", {
  operationId: "settlePayment",
  summary: "Resolve an unmatched payment, with what was done",
  params: z.object({ paymentId: z.string().min(1).max(100) }),
  body: PaymentSettled,
  reply: z.object({ payment: UnknownPayment }),
  notice: "Payment Updated",
  failure: "Error: Failed to update order",
});
