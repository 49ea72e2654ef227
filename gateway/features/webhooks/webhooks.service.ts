import { type Filter, ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { requireAdmin } from "#shared/users/user.rules.ts";
import type { WebhookDeliveryDocument, WebhookDocument } from "#shared/webhooks/webhook.document.server.ts";
import { webhookRecord } from "#shared/webhooks/webhook.record.ts";
import { webhookEvents } from "#shared/webhooks/webhook-events.ts";
import {
  maxWebhooks,
  type NewWebhook,
  triedForMs,
  type WebhookChange,
} from "#shared/webhooks/webhook-requests.schema.ts";
import { renewSecret } from "#shared/webhooks/webhook-secrets.server.ts";
import { createWebhookSender } from "#shared/webhooks/webhook-sender.server.ts";
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

  /** Due anew; returns how many. */
  const resend = async (actor: Actor, webhook: ObjectId, which: Filter<WebhookDeliveryDocument>): Promise<number> =>
    mongo.inTransaction(async (dbSession) => {
      const now = clock.now();
      const { modifiedCount } = await webhookDeliveries.updateMany(
        { state: { $in: ["delivered", "failed"] }, ...which, webhook },
        { $set: { state: "waiting", attempts: 0, nextAt: new Date(now), giveUpAt: new Date(now + triedForMs) } },
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
        return { webhooks: all.map(webhookView) };
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
        subject: { kind: "webhook", id: webhook._id },
        data: webhookEvents.ping.example,
      };
      return { answer: answerView(await sender.send(webhook, ping, now)) };
    },

    deliveries: async (caller: SignedIn, id: string, before?: string) => {
      requireAdminIn(caller);
      const { _id: webhook } = await requireRecord(mongo, undefined, webhookRecord, id);
      const found = await webhookDeliveries
        .find({ webhook, ...(before ? { createdAt: { $lt: new Date(before) } } : {}) }, { hint: "log" })
        .sort({ createdAt: -1, _id: -1 })
        .limit(deliveriesShown)
        .toArray();
      return { deliveries: found.map(deliveryView) };
    },

    /** One that waits is left as it is: it is tried anyway. */
    sendAgain: async (caller: SignedIn, actor: Actor, { id, delivery }: { id: string; delivery: string }) => {
      requireAdminIn(caller);
      const _id = new ObjectId(delivery);
      await resend(actor, new ObjectId(id), { _id });
      const found = await webhookDeliveries.findOne({ _id, webhook: new ObjectId(id) });
      if (!found) throw new DomainError("missing", `There is no delivery ${delivery}`);
      return { delivery: deliveryView(found) };
    },

    sendFailedAgain: async (caller: SignedIn, actor: Actor, { id, since }: { id: string; since: string }) => {
      requireAdminIn(caller);
      const { _id } = await requireRecord(mongo, undefined, webhookRecord, id);
      return { count: await resend(actor, _id, { state: "failed", createdAt: { $gte: new Date(since) } }) };
    },
  };
};
