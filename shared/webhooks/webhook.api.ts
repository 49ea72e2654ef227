import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id, Moment } from "../http/fields.ts";
import { Webhook } from "./webhook.schema.ts";
import {
  DeliveriesQuery,
  NewWebhook,
  WebhookAnswer,
  WebhookChange,
  WebhookDelivery,
  WebhookEvent,
} from "./webhook-requests.schema.ts";

const { get, post, put, del } = callsOf("webhooks", "operator", "webhooks");
const one = z.object({ id: Id });
const oneDelivery = z.object({ id: Id, delivery: Id });

export const listWebhooks = get("/webhooks", {
  operationId: "listWebhooks",
  summary: "All endpoints and the latest delivery of each; admins only",
  reply: z.object({
    webhooks: z.array(Webhook),
    latest: z.array(z.object({ webhook: Id, delivery: WebhookDelivery })),
    asOf: ClusterTime,
  }),
  failure: "Failed to fetch webhooks",
});

export const addWebhook = post("/webhooks", {
  operationId: "addWebhook",
  summary: "Add an endpoint that gets events; only this answer shows the secret that signs them",
  freshProof: "always",
  body: NewWebhook,
  reply: z.object({ webhook: Webhook, secret: z.string() }),
  notice: "Webhook created",
  failure: "Error: Failed to create webhook",
});

export const changeWebhook = put("/webhooks/:id", {
  operationId: "changeWebhook",
  summary: "Change an endpoint: its address, description, types of events, and whether it is enabled",
  freshProof: "always",
  params: one,
  body: WebhookChange,
  reply: z.object({ webhook: Webhook }),
  notice: "Webhook updated",
  failure: "Error: Failed to update webhook",
});

export const removeWebhook = del("/webhooks/:id", {
  operationId: "removeWebhook",
  summary: "Remove an endpoint and its deliveries; events that still wait are not sent",
  freshProof: "always",
  params: one,
  reply: z.object({ webhook: Webhook }),
  notice: "Webhook removed",
  failure: "Error: Failed to remove webhook",
});

export const rotateWebhookSecret = post("/webhooks/:id/secret", {
  operationId: "rotateWebhookSecret",
  summary: "Renew the secret; only this answer shows it. The old one also signs for 24 hours",
  freshProof: "always",
  params: one,
  reply: z.object({ webhook: Webhook, secret: z.string() }),
  notice: "Secret renewed",
  failure: "Error: Failed to renew the secret",
});

export const testWebhook = post("/webhooks/:id/test", {
  operationId: "testWebhook",
  isLong: true,
  summary: "Send a ping to an endpoint now, once, and show how it answers",
  freshProof: "always",
  params: one,
  reply: z.object({ answer: WebhookAnswer }),
  failure: "Error: Failed to test webhook",
});

export const listDeliveries = get("/webhooks/:id/deliveries", {
  operationId: "listDeliveries",
  summary: "Events sent to an endpoint or waiting for it, newest first, at most 100",
  params: one,
  query: DeliveriesQuery,
  reply: z.object({ deliveries: z.array(WebhookDelivery), nextCursor: z.string().nullable() }),
  failure: "Failed to fetch deliveries",
});

export const readDelivery = get("/webhooks/:id/deliveries/:delivery", {
  operationId: "readDelivery",
  summary: "One delivery, and the event as it is posted",
  params: oneDelivery,
  reply: z.object({ delivery: WebhookDelivery, event: WebhookEvent }),
  failure: "Failed to fetch this delivery",
});

export const sendAgain = post("/webhooks/:id/deliveries/:delivery/again", {
  operationId: "sendAgain",
  summary: "Send one event again, even if it was accepted",
  params: oneDelivery,
  reply: z.object({ delivery: WebhookDelivery }),
  notice: "Sent again",
  failure: "Error: Failed to send again",
});

export const sendFailedAgain = post("/webhooks/:id/again", {
  operationId: "sendFailedAgain",
  summary: "Send again all given-up events that happened since a moment",
  params: one,
  body: z.strictObject({ since: Moment }),
  reply: z.object({ count: z.number().int() }),
  notice: "Sent again",
  failure: "Error: Failed to send again",
});
