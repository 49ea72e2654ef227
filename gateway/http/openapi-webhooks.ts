import * as z from "zod";
import { Id } from "#shared/http/fields.ts";
import { type WebhookEventType, webhookEventTypes } from "#shared/webhooks/webhook.schema.ts";
import { webhookEvents } from "#shared/webhooks/webhook-events.ts";
import { WebhookEvent } from "#shared/webhooks/webhook-requests.schema.ts";

/** "order.paid" is `orderPaid`. */
const nameOf = (type: string): string => type.replace(/[.-](\w)/g, (_all, letter: string) => letter.toUpperCase());

const header = (name: string, description: string, example: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});
const headers = [
  header("webhook-id", "The event's id, the same each time that it is sent.", "6741f1d7b7e1d20012ab9001"),
  header("webhook-timestamp", "When it is sent, in seconds since 1970.", "1795339864"),
  header(
    "webhook-signature",
    "As Standard Webhooks says; several with spaces between.",
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  ),
];

/** The event of one type; what has a name refers to the document's schemas. */
const schemaOf = (type: WebhookEventType) => {
  const { subject, data } = webhookEvents[type];
  const event = WebhookEvent.extend({
    type: z.literal(type),
    subject: z.object({ kind: z.literal(subject), id: Id }),
    data,
  });
  const { $schema: _dialect, $defs: _named, ...schema } = z.toJSONSchema(event);
  return JSON.parse(JSON.stringify(schema).replaceAll("#/$defs/", "#/components/schemas/")) as object;
};

const operationOf = (type: WebhookEventType) => {
  const { when, subject, example } = webhookEvents[type];
  const event = {
    id: "6741f1d7b7e1d20012ab9001",
    type,
    timestamp: "2026-11-22T09:31:04.000Z",
    subject: { kind: subject, id: "6741f0c2b7e1d20012ab4242" },
    data: example,
  };
  return {
    operationId: nameOf(type),
    tags: ["events"],
    summary: `Sent when ${when}`,
    security: [],
    parameters: headers,
    requestBody: { required: true, content: { "application/json": { schema: schemaOf(type), example: event } } },
    responses: {
      "2XX": { description: "It was taken." },
      "4XX": { description: "It is sent again, for a day." },
      "5XX": { description: "It is sent again, for a day." },
    },
  };
};

/** Each event that is sent to other systems, as OpenAPI 3.1 describes webhooks. */
export const openApiWebhooks = (): Record<string, object> =>
  Object.fromEntries(webhookEventTypes.map((type) => [type, { post: operationOf(type) }]));
