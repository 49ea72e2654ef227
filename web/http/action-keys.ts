/** 128 random bits as text. Not randomUUID: browsers have that only on https and on this machine. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Actions that were sent and not yet answered, with the key that each was sent under, and until when it is kept. */
const unanswered = new Map<string, { key: string; until: number }>();

/**
 * The `Idempotency-Key` header of an action, and what to do once it was answered. An action that got no answer keeps
 * its key (for `keptMs`, by default as long as the page): when the operator tries it again, the server knows whether it
 * was done.
 */
export const actionKey = (
  action: object,
  keptMs = Number.POSITIVE_INFINITY,
): { headers: { "idempotency-key": string }; answered: () => void } => {
  const text = JSON.stringify(action);
  const now = Date.now();
  const known = unanswered.get(text);
  const kept = known && now < known.until ? known : { key: randomKey(), until: now + keptMs };
  unanswered.set(text, kept);
  return { headers: { "idempotency-key": kept.key }, answered: () => unanswered.delete(text) };
};
