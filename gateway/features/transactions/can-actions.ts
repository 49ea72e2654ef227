import type { Filter } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { createMutex } from "#shared/concurrency/mutex.ts";
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
