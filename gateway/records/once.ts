import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { type DbSession, isTaken } from "#shared/runtime/mongo.ts";
import type { Idempotency } from "../http/idempotency.ts";
import type { GatewayParts } from "../parts.ts";

export const usedOtherwise = () =>
  new DomainError("idempotency-key-used", "This Idempotency-Key was used for another request already");

/** The caller, and what makes two of their requests the same one. */
export interface OnceCall {
  actor: Actor;
  idempotency: Idempotency;
}

/**
 * Does a thing once, however often it is asked with the same key. The key is written in the effect's own transaction: a
 * call that was refused or rolled back leaves none, and of two at once the second one finds what the first answered.
 * A key belongs to who uses it; at the intake to the app, whichever of its API keys it calls with. Throws `conflict` when
 * it was used for something else.
 */
export const createOnce =
  ({ mongo, clock }: Pick<GatewayParts, "mongo" | "clock">) =>
  async <Reply extends object>(
    { actor, idempotency: { key, fingerprint } }: OnceCall,
    effect: (dbSession: DbSession) => Promise<Reply>,
    /** For a reply that names a person: who it is, so that it is deleted with their account. */
    personIn?: (reply: Reply) => string,
  ): Promise<Reply> => {
    if (key === null) return mongo.inTransaction(effect);
    const { idempotencyKeys } = mongo.collections;
    const _id = `${(actor.app ?? actor.id)?.toHexString() ?? actor.from}:${key}`;
    const attempt = () =>
      mongo.inTransaction(async (dbSession): Promise<Reply> => {
        const known = await idempotencyKeys.findOne({ _id }, { session: dbSession });
        if (known && known.fingerprint !== fingerprint) throw usedOtherwise();
        if (known) return JSON.parse(known.reply) as Reply;
        const reply = await effect(dbSession);
        const createdAt = new Date(clock.now());
        const person = personIn ? { person: new ObjectId(personIn(reply)) } : {};
        await idempotencyKeys.insertOne(
          { _id, fingerprint, reply: JSON.stringify(reply), ...person, createdAt },
          { session: dbSession },
        );
        return reply;
      });
    try {
      return await attempt();
    } catch (error) {
      // Somebody came first with this very key, after our transaction had looked.
      if (isTaken(error) && error.message.includes(idempotencyKeys.collectionName)) return attempt();
      throw error;
    }
  };
export type Once = ReturnType<typeof createOnce>;
