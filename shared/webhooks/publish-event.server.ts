import { ObjectId } from "mongodb";
import type { DbSession, Mongo } from "../runtime/mongo.ts";
import type { WebhookDeliveryDocument } from "./webhook.document.server.ts";
import type { WebhookEventType } from "./webhook.schema.ts";
import { type WebhookData, webhookEvents } from "./webhook-events.ts";
import { triedForMs } from "./webhook-requests.schema.ts";

/** Something that others are to know. */
export interface PublishedEvent<T extends WebhookEventType> {
  type: T;
  subject: ObjectId;
  data: WebhookData<T>;
  at: Date;
}

/**
 * Stores an event for each endpoint that gets its type, in the transaction of its cause. That transaction must have
 * written the subject: so no other one gives the same number to an event of it.
 */
export const publishEvent = async <T extends WebhookEventType>(
  { collections: { webhooks, webhookDeliveries } }: Pick<Mongo, "collections">,
  dbSession: DbSession,
  { type, subject: id, data, at }: PublishedEvent<T>,
): Promise<void> => {
  const receivers = await webhooks
    .find({ enabled: true, types: type as never }, { session: dbSession, projection: { _id: 1 } })
    .toArray();
  if (receivers.length === 0) return;
  const event = new ObjectId().toHexString();
  const { subject: kind, data: schema } = webhookEvents[type];
  const shown = schema.parse(data) as Record<string, unknown>;
  const deliveries: WebhookDeliveryDocument[] = [];
  for (const { _id: webhook } of receivers) {
    const [last] = await webhookDeliveries
      .find({ webhook, "subject.id": id }, { session: dbSession, projection: { seq: 1 } })
      .sort({ seq: -1 })
      .limit(1)
      .toArray();
    deliveries.push({
      _id: new ObjectId(),
      webhook,
      event,
      type,
      createdAt: at,
      subject: { kind, id },
      seq: (last?.seq ?? 0) + 1,
      data: shown,
      state: "waiting",
      attempts: 0,
      nextAt: at,
      giveUpAt: new Date(at.getTime() + triedForMs),
      answer: null,
    });
  }
  await webhookDeliveries.insertMany(deliveries, { session: dbSession });
};
