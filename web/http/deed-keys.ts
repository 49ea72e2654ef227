/** Deeds that were sent and not yet answered, with the key that each was sent under. */
const unanswered = new Map<string, string>();

/**
 * The `Idempotency-Key` header of a deed, and what to do once it was answered. A deed that got no answer keeps its key:
 * when the operator tries it again, the server tells whether it was done already.
 */
export const deedKey = (deed: object): { headers: { "idempotency-key": string }; answered: () => void } => {
  const text = JSON.stringify(deed);
  const key = unanswered.get(text) ?? crypto.randomUUID();
  unanswered.set(text, key);
  return { headers: { "idempotency-key": key }, answered: () => unanswered.delete(text) };
};
