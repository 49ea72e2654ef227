import { ObjectId } from "mongodb";
import type { WebhookDocument } from "../../webhooks/webhook.document.server.ts";

/** An endpoint that is given these types, without a secret: nothing that is sent to it can be signed. */
export const aWebhook = (types: WebhookDocument["types"], options: Partial<WebhookDocument> = {}): WebhookDocument => ({
  _id: new ObjectId(),
  address: "https://app.example.com/events",
  description: "",
  types,
  enabled: true,
  sealedSecrets: [],
  createdAt: new Date(),
  failingSince: null,
  rev: 0,
  ...options,
});
