import * as z from "zod";
import { Digits, Id, line, Moment } from "../http/fields.ts";
import { Order } from "../orders/order.schema.ts";
import { OrderFlag } from "../orders/order-status.ts";

/** Which order to verify (specification: Calls of orders). */
export const PaymentCheck = z.strictObject({ _id: Id });
export type PaymentCheck = z.infer<typeof PaymentCheck>;

/** What somebody has looked after, and what they did about it. */
export const FlagsSettled = z.strictObject({
  flags: z.array(OrderFlag).min(1, "at least one is required").max(OrderFlag.options.length),
  reason: line(300),
  /** How many steps of its timeline were seen: of an order that has more, somebody must look again. */
  steps: z.int("must be a whole number").min(0, "must be at least 0").optional(),
});
export type FlagsSettled = z.infer<typeof FlagsSettled>;

/** What was done about a payment of no order. */
export const PaymentSettled = z.strictObject({
  /** The provider's status that was looked at: of a payment that has moved since, somebody must look again. */
  status: z.string().min(1, "is required").max(100),
  reason: line(300),
  /** How many entries of `said` were seen: of a payment that has more, somebody must look again. */
  said: z.int("must be a whole number").min(0, "must be at least 0").optional(),
});
export type PaymentSettled = z.infer<typeof PaymentSettled>;

/** Money that the provider speaks of and that belongs to no order here. */
export const UnknownPayment = z
  .object({
    paymentId: z.string(),
    /** Empty where it belongs to no order of the provider either. */
    providerOrderId: z.string(),
    /** The provider's word, or `disputed` once a notice named a dispute about it. */
    status: z.string(),
    /** In units of its currency. */
    amount: z.number(),
    currency: z.string(),
    /** What the provider said beside the status: each state of each dispute, sums given back, a refund that failed. */
    said: z.array(z.string()).default([]),
    firstAt: Moment,
    lastAt: Moment,
    /** Who looked after it, when, and what was done; null until then. */
    settled: z.object({ at: Moment, by: z.object({ _id: Id, name: z.string() }), reason: z.string() }).nullable(),
  })
  .meta({ id: "UnknownPayment" });
export type UnknownPayment = z.infer<typeof UnknownPayment>;

/** How many of each kind are listed at first, and at most. */
export const leastToReview = 100;
export const mostToReview = 1_000;
export const ReviewLimit = Digits.pipe(
  z.number().min(1, "must be at least 1").max(mostToReview, `must be at most ${mostToReview}`),
);

/** The newest of each kind first, at most as many as were requested; the counts are exact up to 10,000. */
export const PaymentsToReview = z
  .object({
    /** The provider holds money of it, or gave it back, or says what cannot be: flags tell which. */
    flagged: z.array(Order),
    flaggedCount: z.number(),
    /** In processing for longer than the provider takes, and yet not canceled. */
    stuck: z.array(Order),
    stuckCount: z.number(),
    /** Those that nobody has looked after. */
    unknown: z.array(UnknownPayment),
    unknownCount: z.number(),
  })
  .meta({ id: "PaymentsToReview" });
export type PaymentsToReview = z.infer<typeof PaymentsToReview>;
