import type { ServiceConfig } from "../runtime/config.ts";
import { createSecrets } from "../runtime/secrets.ts";
import { createEventPoster, type PostedAnswer } from "./post-event.server.ts";
import { createAddressGuard } from "./private-addresses.server.ts";
import type { SealedWebhookSecret, WebhookDeliveryDocument, WebhookDocument } from "./webhook.document.server.ts";
import type { WebhookEvent } from "./webhook-requests.schema.ts";
import { usedSecrets } from "./webhook-secrets.server.ts";

const thisMachine = ["127.0.0.0/8", "::1"];
const unreadable = "Not sent: its secret cannot be read since JWT_SECRET was replaced. Renew it";

type Sent = Pick<WebhookDeliveryDocument, "event" | "type" | "createdAt" | "subject" | "data">;

/** A delivery as it is posted. */
export const eventOf = ({ event, type, createdAt, subject, data }: Sent): WebhookEvent => ({
  id: event,
  type,
  timestamp: createdAt.toISOString(),
  subject: { kind: subject.kind, id: subject.id.toHexString() },
  data,
});

type SenderConfig = Pick<ServiceConfig, "JWT_SECRET" | "JWT_SECRET_PREVIOUS" | "WEBHOOK_PRIVATE_ADDRESSES" | "trial">;

/**
 * Sends events as this installation is configured. A trial may send to its own machine, and without TLS. `timeoutMs`
 * where less than the usual time is left for an answer.
 */
export const createWebhookSender = (
  { JWT_SECRET, JWT_SECRET_PREVIOUS, WEBHOOK_PRIVATE_ADDRESSES, trial }: SenderConfig,
  timeoutMs?: number,
) => {
  const secrets = createSecrets(JWT_SECRET, JWT_SECRET_PREVIOUS);
  const guard = createAddressGuard([...WEBHOOK_PRIVATE_ADDRESSES, ...(trial ? thisMachine : [])]);
  const post = createEventPoster({ guard, httpsOnly: !trial, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  /** Without those that were sealed under a JWT_SECRET that is not set any more. */
  const readable = ({ box }: SealedWebhookSecret): string[] => {
    try {
      return [secrets.open(box)];
    } catch {
      return [];
    }
  };
  return {
    secrets,
    guard,
    /** Nothing is posted where no secret can be read: the answer says so. */
    send: async (webhook: WebhookDocument, sent: Sent, now: number): Promise<PostedAnswer> => {
      const signing = usedSecrets(webhook, now).flatMap(readable);
      if (signing.length === 0) return { at: new Date(now), status: null, ms: 0, error: unreadable };
      return post({ address: webhook.address, secrets: signing, event: eventOf(sent), now });
    },
  };
};
