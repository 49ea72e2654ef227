import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { WebhookDocument } from "#shared/webhooks/webhook.document.server.ts";
import { webhookRecord } from "#shared/webhooks/webhook.record.ts";
import { webhookEvents } from "#shared/webhooks/webhook-events.ts";
import { maxWebhooks, type NewWebhook, type WebhookChange } from "#shared/webhooks/webhook-requests.schema.ts";
import { renewSecret } from "#shared/webhooks/webhook-secrets.server.ts";
import { createWebhookSender } from "#shared/webhooks/webhook-sender.server.ts";
import { addRecord, changeRecord, missing, removeRecordIn, requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { holdSettings } from "../../records/hold-settings.ts";
import { answerView, deliveryView, webhookView } from "./webhooks.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "config" | "limits">;

/** Less than the time that a call may take: a slower endpoint is named as such, in place of a 503 of our own. */
const testShare = 0.8;

/** Throws `invalid` for what no worker would send to; where a name leads is known only when it is connected to. */
const requireAllowed = (trial: boolean, { guard }: ReturnType<typeof createWebhookSender>, address: string): void => {
  const { protocol, hostname } = new URL(address);
  if (!trial && protocol !== "https:") throw new DomainError("invalid", "address: must begin with https://");
  if (guard.refusesHost(hostname))
    throw new DomainError(
      "invalid",
      "address: leads into this network, and WEBHOOK_PRIVATE_ADDRESSES does not name it",
    );
};

const pingOf = (webhook: WebhookDocument, now: number) => ({
  event: new ObjectId().toHexString(),
  type: "ping" as const,
  createdAt: new Date(now),
  subject: { kind: "webhook" as const, id: webhook._id },
  data: webhookEvents.ping.example,
});

/** Endpoints of others to which events are sent, and what became of the events. Admins alone see and change them. */
export const createWebhooksService = ({ mongo, audit, clock, config, limits }: Parts) => {
  const { webhooks, webhookDeliveries } = mongo.collections;
  const sender = createWebhookSender(config, limits.httpMs * testShare);

  return {
    list: () =>
      mongo.answerAsOf(async (dbSession) => {
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
      }),

    /** The secret is in this answer and nowhere else. */
    add: async (actor: Actor, wanted: NewWebhook) => {
      requireAllowed(config.trial, sender, wanted.address);
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
      const check = async (dbSession: DbSession) => {
        await holdSettings(dbSession, mongo);
        if ((await webhooks.countDocuments({}, { limit: maxWebhooks, session: dbSession })) >= maxWebhooks)
          throw new DomainError("conflict", `At most ${maxWebhooks} webhooks are allowed: remove one first`);
      };
      await addRecord({ mongo, audit }, actor, { definition: webhookRecord, record, check });
      return { webhook: webhookView(record), secret };
    },

    change: async (actor: Actor, id: string, { rev, ...change }: WebhookChange) => {
      if (change.address !== undefined) requireAllowed(config.trial, sender, change.address);
      const edit = { definition: webhookRecord, id: new ObjectId(id), rev, fields: () => change, show: webhookView };
      return changeRecord({ mongo, audit }, actor, edit);
    },

    remove: async (actor: Actor, id: string) => {
      const _id = new ObjectId(id);
      const gone = await mongo.inTransaction(async (dbSession) => {
        const removal = { definition: webhookRecord, filter: { _id } };
        return removeRecordIn(dbSession, { mongo, audit }, actor, removal);
      });
      if (!gone) throw missing(webhookRecord, id);
      await webhookDeliveries.deleteMany({ webhook: _id });
      return { webhook: webhookView(gone) };
    },

    rotate: async (actor: Actor, id: string) => {
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

    test: async (id: string) => {
      const webhook = await requireRecord(mongo, undefined, webhookRecord, id);
      const now = clock.now();
      return { answer: answerView(await sender.send(webhook, pingOf(webhook, now), now)) };
    },
  };
};
