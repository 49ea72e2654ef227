import type { Filter } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { createMutex } from "#shared/concurrency/mutex.ts";
import { freeSlot } from "#shared/deposits/post-deposit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { OnceCall } from "../../records/once.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "once">;
type Can = CanTransactionDocument;

interface Change {
  verb: string;
  reason?: string;
  /** What must be so still, beside that it is this can. */
  still: Filter<Can>;
  set: Partial<Can>;
}

/** Frees the slot that a can occupies, with its row, inside the transaction of its cause. */
export const freeSlotOf = (
  mongo: Parts["mongo"],
  dbSession: DbSession,
  { kind, id }: Pick<Actor, "kind" | "id">,
  can: Pick<Can, "_id" | "user">,
  { reason, now }: { reason: string; now: Date },
): Promise<void> => {
  const ref = { kind: "transaction", id: can._id } as const;
  return freeSlot(mongo, dbSession, { user: can.user, by: { kind, id }, ref, reason, now });
};

/** What operators do about one can: one after another, once for each key, and never over what somebody else did. */
export const createCanActions = ({ mongo, audit, clock, once }: Parts) => {
  // Hundreds who press the same button meet what the first one did, in place of conflicts of transactions.
  const inTurn = createMutex<unknown>();
  return {
    inTurn,

    /** Its key goes with the customer's account, because the reply names them. */
    once: <Reply extends { canTransaction: CanTransaction }>(
      requested: OnceCall,
      work: (dbSession: DbSession) => Promise<Reply>,
    ): Promise<Reply> => once(requested, work, ({ canTransaction }) => canTransaction.user._id),

    /** Writes a change with its audit line. Throws `conflict` where the can is no longer so. */
    change: async (
      dbSession: DbSession,
      actor: Actor,
      before: Can,
      { verb, reason, still, set }: Change,
    ): Promise<Can> => {
      const after = await mongo.collections.canTransactions.findOneAndUpdate(
        { ...still, _id: before._id },
        { $set: { changedAt: new Date(clock.now()), ...set }, $inc: { rev: 1 } },
        { session: dbSession, returnDocument: "after" },
      );
      if (!after) throw new DomainError("conflict", "This transaction was changed meanwhile");
      const record = { collection: "canTransactions", id: before._id.toHexString() };
      await audit.write(dbSession, actor, { verb, record, before, after, reason });
      return after;
    },
  };
};
export type CanActions = ReturnType<typeof createCanActions>;
