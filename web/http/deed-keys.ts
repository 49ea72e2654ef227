import { randomKey } from "./random-key.ts";

/** Deeds that were sent and not yet answered, with the key that each was sent under, and until when it is kept. */
const unanswered = new Map<string, { key: string; until: number }>();

/**
 * The `Idempotency-Key` header of a deed, and what to do once it was answered. A deed that got no answer keeps its key
 * (for `keptMs`, by default as long as the page): when the operator tries it again, the server tells whether it was done.
 */
export const deedKey = (
  deed: object,
  keptMs = Number.POSITIVE_INFINITY,
): { headers: { "idempotency-key": string }; answered: () => void } => {
  const text = JSON.stringify(deed);
  const now = Date.now();
  const known = unanswered.get(text);
  const kept = known && now < known.until ? known : { key: randomKey(), until: now + keptMs };
  unanswered.set(text, kept);
  return { headers: { "idempotency-key": kept.key }, answered: () => unanswered.delete(text) };
};
