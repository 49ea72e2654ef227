import * as z from "zod";
import { Id, line, Moment, Rev, text } from "../http/fields.ts";
import { SubscribedType, webhookEventTypes } from "./webhook.schema.ts";

/** How many endpoints there may be: each event is stored once for each of them. */
export const maxWebhooks = 10;
/** How long deliveries stay in the log. */
export const deliveryDays = 30;
/** For this long an event is tried, and again one that is sent again. */
export const triedForMs = 86_400_000;
/** After its secret was renewed both sign for this long. */
export const bothSecretsMs = 86_400_000;

/** How an endpoint answered; `status` is null where nothing came, and `error` says why it does not count. */
export const WebhookAnswer = z
  .object({ at: Moment, status: z.number().int().nullable(), ms: z.number().int(), error: z.string().nullable() })
  .meta({ id: "WebhookAnswer" });
export type WebhookAnswer = z.infer<typeof WebhookAnswer>;

const address = line(500)
  .refine((typed) => URL.canParse(typed) && /^https?:$/.test(new URL(typed).protocol), "must begin with https://")
  .refine((typed) => {
    if (!URL.canParse(typed)) return true;
    const { username, password } = new URL(typed);
    return username + password === "";
  }, "must name neither user nor password")
  .refine((typed) => !URL.canParse(typed) || new URL(typed).port !== "0", "must name a port from 1 to 65535");

export const NewWebhook = z.strictObject({
  address,
  description: text(100).default(""),
  types: z
    .array(SubscribedType)
    .min(1, "must name at least one")
    .max(50)
    .transform((chosen) => [...new Set(chosen)])
    .default([...SubscribedType.options]),
  enabled: z.boolean().default(true),
});
export type NewWebhook = z.output<typeof NewWebhook>;

export const WebhookChange = z.strictObject({
  address: NewWebhook.shape.address.optional(),
  description: NewWebhook.shape.description.unwrap().optional(),
  types: NewWebhook.shape.types.unwrap().optional(),
  enabled: NewWebhook.shape.enabled.unwrap().optional(),
  rev: Rev.optional(),
});
export type WebhookChange = z.output<typeof WebhookChange>;

export const DeliveryState = z.enum(["waiting", "delivered", "failed"]);
export type DeliveryState = z.infer<typeof DeliveryState>;

export const SubjectOfEvent = z.enum(["order", "can", "machine", "report", "alarm", "webhook"]);
export type SubjectOfEvent = z.infer<typeof SubjectOfEvent>;

/** What is posted, for every type alike; `data` by the type. */
export const WebhookEvent = z
  .object({
    /** The same in each delivery of this event, as in the header webhook-id: what arrives twice has the same. */
    id: z.string(),
    type: z.enum(webhookEventTypes),
    /** When it happened. */
    timestamp: Moment,
    subject: z.object({ kind: SubjectOfEvent, id: Id }),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "WebhookEvent" });
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** One event on its way to one endpoint. */
export const WebhookDelivery = z
  .object({
    _id: Id,
    /** The event's, as in the header webhook-id. */
    event: z.string(),
    type: z.enum(webhookEventTypes),
    subject: z.object({ kind: z.string(), id: Id }),
    createdAt: Moment,
    state: DeliveryState,
    attempts: z.number().int(),
    /** When it is tried next; null where it is not. */
    nextAt: Moment.nullable(),
    /** The last one; null before the first try. */
    answer: WebhookAnswer.nullable(),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const DeliveriesQuery = z.object({
  state: DeliveryState.optional(),
  cursor: z
    .string()
    .regex(/^[0-9a-f]{24}\.\d{1,15}$/, "must be the nextCursor of an answer")
    .optional()
    .meta({ description: "`nextCursor` of the page before; without it the newest." }),
});
export type DeliveriesQuery = z.output<typeof DeliveriesQuery>;
