import * as z from "zod";
import { Id, Moment } from "../http/fields.ts";
import { intakeExamples } from "../intake/intake.examples.ts";
import { OrderRecord } from "../orders/order.schema.ts";
import { IntakeTransaction } from "../transactions/transaction.schema.ts";
import { type WebhookEventType, webhookEventTypes } from "./webhook.schema.ts";

/*
 * Every event that Cansole sends to others. `data` is what the intake answers of the same record, with customer and
 * machine by their ids alone: what is sent, and kept in the log of deliveries, names no person.
 */

/** An order as events carry it. */
export const EventOrder = OrderRecord.omit({ steps: true, flags: true, rev: true }).meta({ id: "EventOrder" });
interface EventDefinition<D extends z.ZodType> {
  /** When it is sent, for the documentation. */
  when: string;
  /** What it is about: events of one subject arrive in their order. */
  subject: "order" | "can" | "webhook";
  data: D;
  example: z.input<D>;
}
const event = <D extends z.ZodType>(definition: EventDefinition<D>): EventDefinition<D> => definition;

// Of the intake's own examples, without the names that events do not carry.
const anOrder = EventOrder.parse(intakeExamples.placeOrder.reply.order);
const can = IntakeTransaction.parse(intakeExamples.takeCan.reply.transaction);
const payment = "pay_9A34AbcDEfGhIj";

const orderEvents = {
  "order.paid": event({
    when: "an order is paid and its cans are credited; it is final",
    subject: "order",
    data: z.object({ order: EventOrder }),
    example: { order: { ...anOrder, orderStatus: "payment successful", paymentId: payment } },
  }),
  "order.failed": event({
    when: "the payment of an order failed; it may still be paid",
    subject: "order",
    data: z.object({ order: EventOrder }),
    example: { order: { ...anOrder, orderStatus: "payment failed", paymentId: payment } },
  }),
  "order.canceled": event({
    when: "an order is canceled, after 24 hours without payment for example; a late payment may still pay it",
    subject: "order",
    data: z.object({ order: EventOrder }),
    example: { order: { ...anOrder, orderStatus: "payment canceled" } },
  }),
} as const;

const canEvents = {
  "can.opened": event({
    when: "the container of a can was seen open: the can was taken",
    subject: "can",
    data: z.object({ transaction: IntakeTransaction }),
    example: {
      transaction: { ...can, status: "opened", containerOpen: true, containerOpenTime: can.time, isLive: true },
    },
  }),
  "can.failed": event({
    when: "an attempt to open the container of a can ended without a can; it is opened again or refunded",
    subject: "can",
    data: z.object({ transaction: IntakeTransaction }),
    example: { transaction: { ...can, isLive: false, vendingMachineMessage: "DOOR_JAMMED" } },
  }),
  "can.refunded": event({
    when: "a can that did not come out was given back to its customer",
    subject: "can",
    data: z.object({ transaction: IntakeTransaction }),
    example: { transaction: { ...can, status: "failed", isLive: false, refundedAt: can.time } },
  }),
} as const;

/** By its type. */
export const webhookEvents = {
  ...orderEvents,
  ...canEvents,
  ping: event({
    when: "an admin tests an endpoint; it is sent whatever types were chosen",
    subject: "webhook",
    data: z.object({ message: z.string() }),
    example: { message: "Cansole reaches this endpoint" },
  }),
} as const satisfies Record<WebhookEventType, unknown>;

export type WebhookData<T extends WebhookEventType> = z.input<(typeof webhookEvents)[T]["data"]>;

/** What is posted, for every type alike; `data` by the type. */
export const WebhookEvent = z
  .object({
    /** The same in each delivery of this event, as in the header webhook-id: what arrives twice has the same. */
    id: z.string(),
    type: z.enum(webhookEventTypes),
    /** When it happened. */
    timestamp: Moment,
    subject: z.object({ kind: z.enum(["order", "can", "webhook"]), id: Id }),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "WebhookEvent" });
export type WebhookEvent = z.infer<typeof WebhookEvent>;
