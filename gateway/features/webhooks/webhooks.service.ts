import { type Filter, ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { requireAdmin } from "#shared/users/user.rules.ts";
import { dueNow } from "#shared/webhooks/publish-event.server.ts";
import type { WebhookDeliveryDocument, WebhookDocument } from "#shared/webhooks/webhook.document.server.ts";
import { webhookRecord } from "#shared/webhooks/webhook.record.ts";
import { webhookEvents } from "#shared/webhooks/webhook-events.ts";
import {
  type DeliveriesQuery,
  maxWebhooks,
  type NewWebhook,
  type WebhookChange,
} from "#shared/webhooks/webhook-requests.schema.ts";
import { renewSecret } from "#shared/webhooks/webhook-secrets.server.ts";
import { createWebhookSender, eventOf } from "#shared/webhooks/webhook-sender.server.ts";
import type { SignedIn } from "../../http/login.ts";
import { addRecord, changeRecord, missing, removeRecordIn, requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { answerView, deliveryView, webhookView } from "./webhooks.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "config">;

const deliveriesShown = 100;

/** Endpoints of others to which events are sent, and what became of the events. Admins alone see and change them. */
export const createWebhooksService = ({ mongo, audit, clock, config }: Parts) => {
  const { webhooks, webhookDeliveries } = mongo.collections;
  const sender = createWebhookSender(config);
  const requireAdminIn = ({ operator }: SignedIn) => requireAdmin(operator.role, "webhooks");

  /** Throws `invalid` for what no worker would send to; where a name leads is known only when it is connected to. */
  const requireAllowed = (address: string): void => {
    const { protocol, hostname } = new URL(address);
    if (!config.trial && protocol !== "https:") throw new DomainError("invalid", "address: must begin with https://");
    if (sender.guard.refusesHost(hostname))
      throw new DomainError(
        "invalid",
        "address: leads into this network, and WEBHOOK_PRIVATE_ADDRESSES does not name it",
      );
  };

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
    list: async (caller: SignedIn) => {
      requireAdminIn(caller);
      return mongo.answerAsOf(async (dbSession) => {
        const all = await webhooks.find({}, { session: dbSession }).sort({ createdAt: -1, _id: -1 }).toArray();
        const latest = [];
        for (const { _id: webhook } of all) {
          const [delivery] = await webhookDeliveries
            .find({ webhook }, { session: dbSession, hint: "log" })
            .sort({ createdAt: -1, _id: -1 })
            .limit(1)
            .toArray();
          if (delivery) latest.push({ webhook: webhook.toHexString(), delivery: deliveryView(delivery) });
        }
        return { webhooks: all.map(webhookView), latest };
      });
    },

    /** The secret is in this answer and nowhere else. */
    add: async (caller: SignedIn, actor: Actor, wanted: NewWebhook) => {
      requireAdminIn(caller);
      requireAllowed(wanted.address);
      const now = clock.now();
      const { secret, sealedSecrets } = renewSecret(sender.secrets, [], now);
      const record: WebhookDocument = {
        _id: new ObjectId(),
        ...wanted,
        sealedSecrets,
        createdAt: new Date(now),
        failingSince: null,
        rev: 0,
      };
      const check = async () => {
        if ((await webhooks.countDocuments({}, { limit: maxWebhooks })) >= maxWebhooks)
          throw new DomainError("conflict", `There may be ${maxWebhooks} webhooks: remove one first`);
      };
      await addRecord({ mongo, audit }, actor, { definition: webhookRecord, record, check });
      return { webhook: webhookView(record), secret };
    },

    change: async (caller: SignedIn, actor: Actor, id: string, { rev, ...change }: WebhookChange) => {
      requireAdminIn(caller);
      if (change.address !== undefined) requireAllowed(change.address);
      const edit = { definition: webhookRecord, id: new ObjectId(id), rev, fields: () => change, show: webhookView };
      return changeRecord({ mongo, audit }, actor, edit);
    },

    remove: async (caller: SignedIn, actor: Actor, id: string) => {
      requireAdminIn(caller);
      const _id = new ObjectId(id);
      const gone = await mongo.inTransaction(async (dbSession) => {
        const removal = { definition: webhookRecord, filter: { _id } };
        return removeRecordIn(dbSession, { mongo, audit }, actor, removal);
      });
      if (!gone) throw missing(webhookRecord, id);
      await webhookDeliveries.deleteMany({ webhook: _id });
      return { webhook: webhookView(gone) };
    },

    rotate: async (caller: SignedIn, actor: Actor, id: string) => {
      requireAdminIn(caller);
      let secret = "";
      const { webhook } = await changeRecord({ mongo, audit }, actor, {
        definition: webhookRecord,
        id: new ObjectId(id),
        verb: "webhook.secret-renewed",
        fields: ({ sealedSecrets: present }) => {
          const renewed = renewSecret(sender.secrets, present, clock.now());
          secret = renewed.secret;
          return { sealedSecrets: renewed.sealedSecrets };
        },
        show: webhookView,
      });
      return { webhook, secret };
    },

    test: async (caller: SignedIn, id: string) => {
      requireAdminIn(caller);
      const webhook = await requireRecord(mongo, undefined, webhookRecord, id);
      const now = clock.now();
      const ping = {
        event: new ObjectId().toHexString(),
        type: "ping" as const,
        createdAt: new Date(now),
        subject: { kind: "webhook" as const, id: webhook._id },
        data: webhookEvents.ping.example,
      };
      return { answer: answerView(await sender.send(webhook, ping, now)) };
    },

    /** The newest first. What is added while pages are read stands before them: no row comes twice or is left out. */
    deliveries: async (caller: SignedIn, id: string, { state, cursor }: DeliveriesQuery) => {
      requireAdminIn(caller);
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

    delivery: async (caller: SignedIn, { id, delivery }: { id: string; delivery: string }) => {
      requireAdminIn(caller);
      const found = await requireDelivery(id, delivery);
      return { delivery: deliveryView(found), event: eventOf(found) };
    },

    /** One that waits is left as it is: it is tried anyway. */
    sendAgain: async (caller: SignedIn, actor: Actor, { id, delivery }: { id: string; delivery: string }) => {
      requireAdminIn(caller);
      await resend(actor, new ObjectId(id), { _id: new ObjectId(delivery) });
      return { delivery: deliveryView(await requireDelivery(id, delivery)) };
    },

    sendFailedAgain: async (caller: SignedIn, actor: Actor, { id, since }: { id: string; since: string }) => {
      requireAdminIn(caller);
      const { _id } = await requireRecord(mongo, undefined, webhookRecord, id);
      return { count: await resend(actor, _id, { state: "failed", createdAt: { $gte: new Date(since) } }) };
    },
  };
};
