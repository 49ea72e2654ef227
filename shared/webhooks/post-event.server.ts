import { Webhook as Signer } from "standardwebhooks";
import { isTimeout, postJson } from "./post-json.server.ts";
import { type AddressGuard, PrivateAddress } from "./private-addresses.server.ts";
import type { WebhookDeliveryDocument } from "./webhook.document.server.ts";
import type { WebhookEvent } from "./webhook-requests.schema.ts";

/** An endpoint answers within this, from the connection to the head of its answer. */
export const answerWithinMs = 10_000;

interface Posted {
  address: string;
  /** All that sign, as `whsec_...`. */
  secrets: string[];
  event: WebhookEvent;
  /** Milliseconds since 1970. */
  now: number;
}
export type PostedAnswer = NonNullable<WebhookDeliveryDocument["answer"]>;
export const isTaken = ({ error }: PostedAnswer): boolean => error === null;

/** Only what can be said to an admin: nothing of an address, because they may carry keys. */
const wordsOf = (error: Error, timeoutMs: number): string => {
  if (error instanceof PrivateAddress) return error.message;
  if (isTimeout(error)) return `No answer within ${timeoutMs / 1_000} s`;
  const { code } = error as { code?: string };
  return code ? `Not reached: ${code}` : "Not reached";
};

/** Null where it counts as taken. */
export const whyRefused = (status: number): string | null => {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? `Answered ${status}: redirects are not followed` : `Answered ${status}`;
};

/**
 * Posts one event, signed as Standard Webhooks says. Never throws: what went wrong is in the answer. The body of the
 * answer is not read, redirects are not followed, and only allowed addresses are connected to.
 */
export const createEventPoster =
  ({ guard, httpsOnly, timeoutMs = answerWithinMs }: { guard: AddressGuard; httpsOnly: boolean; timeoutMs?: number }) =>
  async ({ address, secrets, event, now }: Posted): Promise<PostedAnswer> => {
    const begun = performance.now();
    const body = JSON.stringify(event);
    const at = new Date(now);
    const ended = (status: number | null, error: string | null): PostedAnswer => ({
      at,
      status,
      ms: Math.round(performance.now() - begun),
      error,
    });
    const { protocol, hostname } = new URL(address);
    if (httpsOnly && protocol !== "https:") return ended(null, "The address must begin with https://");
    if (guard.refusesHost(hostname)) return ended(null, new PrivateAddress().message);
    try {
      const status = await postJson({
        address,
        body,
        headers: {
          "webhook-id": event.id,
          "webhook-timestamp": String(Math.floor(now / 1_000)),
          "webhook-signature": secrets.map((secret) => new Signer(secret).sign(event.id, at, body)).join(" "),
        },
        lookup: guard.lookup,
        timeoutMs,
      });
      return ended(status, whyRefused(status));
    } catch (error) {
      return ended(null, wordsOf(error as Error, timeoutMs));
    }
  };
