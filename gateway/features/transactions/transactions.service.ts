import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { transactionRecord } from "#shared/transactions/transaction.record.ts";
import type { CanTransactionChange } from "#shared/transactions/transaction.schema.ts";
import { changeRecord, differing, requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { refuseOwnAction } from "../../records/own-account.ts";
import { holdLivingAccount } from "../../records/require-account.ts";
import { freeSlotOf } from "./can-actions.ts";
import { showTransaction } from "./show-transactions.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock">;

/** Cans that were taken, as operators read and edit them. */
export const createTransactionsService = ({ mongo, audit, clock }: Parts) => ({
  read: (id: string) =>
    mongo.answerAsOf(async (dbSession) => {
      const can = await requireRecord(mongo, dbSession, transactionRecord, id);
      return { canTransaction: await showTransaction(mongo, dbSession, can) };
    }),

  /**
   * When somebody verifies a return, the slot that the taken can still occupies becomes free; no flag takes it again. A
   * pending can may still come out: its flag only records.
   */
  change: (actor: Actor, id: string, { rev, status, ...change }: CanTransactionChange) =>
    changeRecord({ mongo, audit }, actor, {
      definition: transactionRecord,
      id: new ObjectId(id),
      rev,
      fields: async (present, dbSession) => {
        if (status !== undefined && status !== present.status)
          throw new DomainError("invalid", "status: only Open Container and Refund Can change it");
        const changes = differing(present, change);
        if (Object.keys(changes).length === 0) return {};
        await holdLivingAccount(mongo, dbSession, present.user);
        const now = new Date(clock.now());
        const verifies = changes.returnCanVerified === true && present.holdsSlot;
        if (verifies) await refuseOwnAction(mongo, dbSession, actor, present.user, "return");
        const frees = verifies && present.status === "opened";
        if (frees) await freeSlotOf(mongo, dbSession, actor, present, { reason: "Return verified", now });
        return { ...changes, ...(frees ? { holdsSlot: false } : {}), changedAt: now };
      },
      show: (can, dbSession) => showTransaction(mongo, dbSession, can),
    }),
});
