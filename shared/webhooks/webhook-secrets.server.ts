import { randomBytes } from "node:crypto";
import type { Secrets } from "../runtime/secrets.ts";
import type { SealedWebhookSecret, WebhookDocument } from "./webhook.document.server.ts";
import { bothSecretsMs } from "./webhook-requests.schema.ts";

/** As Standard Webhooks spells it: 256 random bits. */
const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

const isUsed = ({ until }: SealedWebhookSecret, now: number): boolean => until === null || until.getTime() > now;

/** Those of these secrets that sign at that moment. */
export const usedSecrets = ({ sealedSecrets }: Pick<WebhookDocument, "sealedSecrets">, now: number) =>
  sealedSecrets.filter((one) => isUsed(one, now));

/** A new secret, and what is stored of it: the present one signs for a day more; one that it replaced does not. */
export const renewSecret = (
  secrets: Pick<Secrets, "seal">,
  present: SealedWebhookSecret[],
  now: number,
): { secret: string; sealedSecrets: SealedWebhookSecret[] } => {
  const secret = newSecret();
  const former = present.filter(({ until }) => until === null);
  const until = new Date(now + bothSecretsMs);
  return {
    secret,
    sealedSecrets: [{ box: secrets.seal(secret), until: null }, ...former.map(({ box }) => ({ box, until }))],
  };
};
