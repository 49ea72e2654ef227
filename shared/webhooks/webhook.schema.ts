import * as z from "zod";
import { Id, Moment, Rev } from "../http/fields.ts";

/** What an endpoint can be given. Types are never renamed; new ones may be added. */
export const SubscribedType = z.enum([
  "order.paid",
  "order.failed",
  "order.canceled",
  "can.opened",
  "can.failed",
  "can.refunded",
  "machine.sold-out",
  "machine.available",
  "report.ready",
  "alarm.raised",
  "alarm.cleared",
]);
/** A ping is sent on request alone. */
export const webhookEventTypes = [...SubscribedType.options, "ping"] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** An endpoint of others, as admins see it: never its secret. */
export const Webhook = z
  .object({
    _id: Id,
    address: z.string(),
    description: z.string(),
    types: z.array(SubscribedType),
    enabled: z.boolean(),
    createdAt: Moment,
    /** Until then the former secret signs as well; null if there is only one. */
    formerSecretUntil: Moment.nullable(),
    /** An event was given up after a day of tries, and none was taken since. */
    failingSince: Moment.nullable(),
    rev: Rev,
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof Webhook>;
