import * as z from "zod";
import { Id, line, Moment, Rev, text } from "../http/fields.ts";
import { SubscribedType, webhookEventTypes } from "./webhook.schema.ts";

/** How many endpoints there may be: each event is stored once for each of them. */
export const maxWebhooks = 10;
/** How long deliveries stay in the log. */
export const deliveryDays = 30;
/** For so long an event is tried, and again one that is sent again. */
export const triedForMs = 86_400_000;
/** After its secret was renewed both sign for so long. */
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
  }, "must name neither user nor password");

export const NewWebhook = z.strictObject({
  address,
  description: text(100).default(""),
  types: z
    .array(SubscribedType)
    .min(1, "must name at least one")
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
