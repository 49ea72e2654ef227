import { type Filter, ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { dueNow } from "#shared/webhooks/publish-event.server.ts";
import type { WebhookDeliveryDocument } from "#shared/webhooks/webhook.document.server.ts";
import { webhookRecord } from "#shared/webhooks/webhook.record.ts";
import type { DeliveriesQuery } from "#shared/webhooks/webhook-requests.schema.ts";
import { eventOf } from "#shared/webhooks/webhook-sender.server.ts";
import { requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { deliveryView } from "./webhooks.view.ts";

const deliveriesShown = 100;

/** What became of the events that were sent to webhooks. */
export const createWebhookDeliveries = ({ mongo, audit }: Pick<FeatureParts, "mongo" | "audit">) => {
  const { webhookDeliveries } = mongo.collections;

  const requireDelivery = async (webhook: string, id: string): Promise<WebhookDeliveryDocument> => {
    const found = await webhookDeliveries.findOne({ _id: new ObjectId(id), webhook: new ObjectId(webhook) });
    if (!found) throw new DomainError("missing", `There is no delivery ${id}`);
    return found;
  };

  /** Due anew; returns how many. */
  const resend = async (actor: Actor, webhook: ObjectId, which: Filter<WebhookDeliveryDocument>): Promise<number> =>
    mongo.inTransaction(async (dbSession) => {
      const { modifiedCount } = await webhookDeliveries.updateMany(
        { state: { $in: ["delivered", "failed"] }, ...which, webhook },
        [{ $set: { state: "waiting", attempts: 0, ...dueNow } }],
        { session: dbSession },
      );
      const record = { collection: "webhooks", id: webhook.toHexString() };
      if (modifiedCount > 0)
        await audit.write(dbSession, actor, { verb: "webhook.resent", record, before: null, after: { modifiedCount } });
      return modifiedCount;
    });

  return {
    /** The newest first. What is added while pages are read stands before them: no row comes twice or is left out. */
    list: async (id: string, { state, cursor }: DeliveriesQuery) => {
      const { _id: webhook } = await requireRecord(mongo, undefined, webhookRecord, id);
      const [last, milliseconds] = cursor?.split(".") ?? [];
      const at = new Date(Number(milliseconds));
      const behind = {
        createdAt: { $lte: at },
        $or: [{ createdAt: { $lt: at } }, { _id: { $lt: new ObjectId(last) } }],
      };
      const found = await webhookDeliveries
        .find({ webhook, ...(state && { state }), ...(last && behind) }, { hint: state ? "logOfState" : "log" })
        .sort({ createdAt: -1, _id: -1 })
        .limit(deliveriesShown + 1)
        .toArray();
      const shown = found.slice(0, deliveriesShown);
      const end = found.length > shown.length ? shown.at(-1) : undefined;
      const nextCursor = end ? `${end._id.toHexString()}.${end.createdAt.getTime()}` : null;
      return { deliveries: shown.map(deliveryView), nextCursor };
    },

    read: async ({ id, delivery }: { id: string; delivery: string }) => {
      const found = await requireDelivery(id, delivery);
      return { delivery: deliveryView(found), event: eventOf(found) };
    },

    /** A delivery that still waits is left as it is: it is tried anyway. */
    sendAgain: async (actor: Actor, { id, delivery }: { id: string; delivery: string }) => {
      await resend(actor, new ObjectId(id), { _id: new ObjectId(delivery) });
      return { delivery: deliveryView(await requireDelivery(id, delivery)) };
    },

    sendFailedAgain: async (actor: Actor, { id, since }: { id: string; since: string }) => {
      const { _id } = await requireRecord(mongo, undefined, webhookRecord, id);
      return { count: await resend(actor, _id, { state: "failed", createdAt: { $gte: new Date(since) } }) };
    },
  };
};
