import type { ObjectId } from "mongodb";
import { collection } from "../runtime/collection.ts";
import type { WebhookEventType } from "./webhook.schema.ts";
import type { DeliveryState, SubjectOfEvent } from "./webhook-requests.schema.ts";

/** Encrypted, because it signs. */
export interface SealedWebhookSecret {
  box: string;
  /** It signs until then, beside the one that replaced it; null is the present one. */
  until: Date | null;
}

/** Written by the gateway. Which brands of a machine are sold out, so that each change is published once. */
interface SoldOutDocument {
  /** The machine. */
  _id: ObjectId;
  products: ObjectId[];
  /** Since when each is, by its id, or was first seen so. Missing of those that sold out before it was stored. */
  since?: Record<string, Date>;
  /** The latest of these, null of none. Missing of machines at which nothing sold out since it is stored. */
  lastSince?: Date | null;
}

/** Written by the gateway; workers write `failingSince`. An endpoint of others to which events are sent. */
export interface WebhookDocument {
  _id: ObjectId;
  address: string;
  description: string;
  types: Exclude<WebhookEventType, "ping">[];
  enabled: boolean;
  sealedSecrets: SealedWebhookSecret[];
  createdAt: Date;
  failingSince: Date | null;
  rev: number;
}

/**
 * The outbox and the log: one event for one endpoint. Written in the transaction of its cause, by gateway and workers;
 * workers send it.
 */
export interface WebhookDeliveryDocument {
  _id: ObjectId;
  webhook: ObjectId;
  /** The same for all endpoints. */
  event: string;
  type: WebhookEventType;
  createdAt: Date;
  subject: { kind: SubjectOfEvent; id: ObjectId };
  /** Counts the events that one endpoint gets of one subject, from 1 on: the earlier is sent first. */
  seq: number;
  data: Record<string, unknown>;
  state: DeliveryState;
  attempts: number;
  /** When it is tried next, by MongoDB's clock: who takes it moves this ahead. Null where it is not waiting. */
  nextAt: Date | null;
  /** A try that fails after this is the last one. */
  giveUpAt: Date;
  answer: { at: Date; status: number | null; ms: number; error: string | null } | null;
}

export const webhooks = {
  webhooks: collection<WebhookDocument>({
    indexes: [
      {
        name: "address",
        key: { address: 1 },
        unique: true,
        taken: ({ address }) => `Events are sent to ${address} already`,
      },
      { name: "created", key: { createdAt: 1, _id: 1 } },
      { name: "types", key: { enabled: 1, types: 1 } },
    ],
  }),
  webhookDeliveries: collection<WebhookDeliveryDocument>({
    indexes: [
      { name: "due", key: { webhook: 1, nextAt: 1, seq: 1 }, partialFilterExpression: { state: "waiting" } },
      { name: "ofSubject", key: { webhook: 1, "subject.id": 1, seq: -1 } },
      { name: "log", key: { webhook: 1, createdAt: -1, _id: -1 } },
      { name: "logOfState", key: { webhook: 1, state: 1, createdAt: -1, _id: -1 } },
      { name: "kept", key: { createdAt: 1 }, kept: "webhookDeliveries" },
    ],
  }),
  soldOut: collection<SoldOutDocument>({ indexes: [{ name: "lastSince", key: { lastSince: -1 } }] }),
};
