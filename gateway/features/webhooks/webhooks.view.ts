import type { WebhookDeliveryDocument, WebhookDocument } from "#shared/webhooks/webhook.document.server.ts";
import type { Webhook } from "#shared/webhooks/webhook.schema.ts";
import type { WebhookAnswer, WebhookDelivery } from "#shared/webhooks/webhook-requests.schema.ts";

export const webhookView = (webhook: WebhookDocument): Webhook => ({
  _id: webhook._id.toHexString(),
  address: webhook.address,
  description: webhook.description,
  types: webhook.types,
  enabled: webhook.enabled,
  createdAt: webhook.createdAt.toISOString(),
  formerSecretUntil: webhook.sealedSecrets.find(({ until }) => until !== null)?.until?.toISOString() ?? null,
  failingSince: webhook.failingSince?.toISOString() ?? null,
  rev: webhook.rev,
});

export const answerView = ({ at, ...answer }: NonNullable<WebhookDeliveryDocument["answer"]>): WebhookAnswer => ({
  ...answer,
  at: at.toISOString(),
});

/** Without what was sent: the record of the subject shows it. */
export const deliveryView = (delivery: WebhookDeliveryDocument): WebhookDelivery => ({
  _id: delivery._id.toHexString(),
  event: delivery.event,
  type: delivery.type,
  subject: { kind: delivery.subject.kind, id: delivery.subject.id.toHexString() },
  createdAt: delivery.createdAt.toISOString(),
  state: delivery.state,
  attempts: delivery.attempts,
  nextAt: delivery.nextAt?.toISOString() ?? null,
  answer: delivery.answer && answerView(delivery.answer),
});
