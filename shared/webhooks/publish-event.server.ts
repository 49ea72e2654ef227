import { type AnyBulkWriteOperation, ObjectId } from "mongodb";
import type { DbSession, Mongo } from "../runtime/mongo.ts";
import type { WebhookDeliveryDocument } from "./webhook.document.server.ts";
import type { WebhookEventType } from "./webhook.schema.ts";
import { type WebhookData, webhookEvents } from "./webhook-events.ts";
import { triedForMs } from "./webhook-requests.schema.ts";

/** In an update: due from now on by MongoDB's clock, by which the workers look for what is due. */
export const dueNow = { nextAt: "$$NOW", giveUpAt: { $add: ["$$NOW", triedForMs] } };
type DueField = keyof typeof dueNow;

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
  const stored: AnyBulkWriteOperation<WebhookDeliveryDocument>[] = [];
  for (const { _id: webhook } of receivers) {
    const [last] = await webhookDeliveries
      .find({ webhook, "subject.id": id }, { session: dbSession, projection: { seq: 1 } })
      .sort({ seq: -1 })
      .limit(1)
      .toArray();
    const delivery: Omit<WebhookDeliveryDocument, "_id" | DueField> = {
      webhook,
      event,
      type,
      createdAt: at,
      subject: { kind, id },
      seq: (last?.seq ?? 0) + 1,
      data: shown,
      state: "waiting",
      attempts: 0,
      answer: null,
    };
    const update = [{ $replaceWith: { $mergeObjects: ["$$ROOT", { $literal: delivery }, dueNow] } }];
    stored.push({ updateOne: { filter: { _id: new ObjectId() }, update, upsert: true } });
  }
  await webhookDeliveries.bulkWrite(stored, { session: dbSession });
};
