import * as z from "zod";
import { Id, Moment } from "../http/fields.ts";
import { OrderFlag } from "../orders/order-status.ts";

/** So far back the feed reaches; what still goes on or waits may be older. */
export const feedReachMs = 3 * 86_400_000;
/** The newest events that one answer has. */
export const mostEvents = 100;

const machine = z.object({ _id: Id, name: z.string() });

/** Something that happened in the network and that an operator wants to know of; `at` orders them. */
export const NetworkEvent = z
  .discriminatedUnion("kind", [
    /** A machine was not heard: `at` is when it came back, or when it was heard last while `to` is null. */
    z.object({ kind: z.literal("outage"), at: Moment, machine, from: Moment, to: Moment.nullable() }),
    /** A can that did not come out; `isSettled`: it was refunded. */
    z.object({
      kind: z.literal("failed vend"),
      at: Moment,
      machine,
      transaction: Id,
      transactionId: z.string(),
      brand: z.string(),
      isSettled: z.boolean(),
    }),
    /** An order to be checked; without flags it never ended. */
    z.object({
      kind: z.literal("flag"),
      at: Moment,
      machine,
      order: Id,
      orderId: z.string(),
      flags: z.array(OrderFlag),
    }),
    /** A payment that belongs to no order; the amount in units of its currency. */
    z.object({
      kind: z.literal("payment"),
      at: Moment,
      paymentId: z.string(),
      amount: z.number(),
      currency: z.string(),
    }),
  ])
  .meta({ id: "NetworkEvent" });
export type NetworkEvent = z.infer<typeof NetworkEvent>;
