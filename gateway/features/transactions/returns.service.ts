import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError, refusal } from "#shared/http/domain-error.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { returnRowOf } from "#shared/transaction-ledger/command-ledger.server.ts";
import type { returnCan } from "#shared/transactions/take.api.ts";
import { whyNotReturn } from "#shared/transactions/transaction.rules.ts";
import { IntakeTransaction } from "#shared/transactions/transaction.schema.ts";
import { transactionRecordView } from "#shared/transactions/transaction-view.server.ts";
import { createCustomerTurns } from "../../records/customer-turns.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { OnceCall } from "../../records/once.ts";
import { requireAccount } from "../../records/require-account.ts";
import { type CanActions, freeSlotOf } from "./can-actions.ts";

type Parts = Pick<FeatureParts, "mongo" | "clock" | "limits" | "once"> & { actions: CanActions };

const unknownCan = (transactionId: string) =>
  new DomainError("transaction-unknown", `There is no transaction ${transactionId}`);

/** Cans that customers bring back. */
export const createReturns = ({ mongo, clock, limits, once, actions }: Parts) => {
  const { canTransactions, transactionLedger } = mongo.collections;
  const inTurn = createCustomerTurns<CallReply<typeof returnCan>>(limits.httpMs);

  const store = async (dbSession: DbSession, actor: Actor, transactionId: string) => {
    const before = await canTransactions.findOne({ transactionId }, { session: dbSession });
    if (!before) throw unknownCan(transactionId);
    const why = whyNotReturn({ status: before.status, returned: before.returnedAt !== null });
    if (why !== null) throw refusal(why);
    await requireAccount(mongo, dbSession, before.user.toHexString());
    const now = new Date(clock.now());
    const after = await actions.change(dbSession, actor, before, {
      verb: "transaction.returned",
      still: { status: "opened", returnedAt: null },
      set: { returnCan: true, returnedAt: now, changedAt: now, holdsSlot: false },
    });
    if (before.holdsSlot) await freeSlotOf(mongo, dbSession, actor, before, { reason: "Returned", now });
    await transactionLedger.insertOne(returnRowOf(after, now), { session: dbSession });
    // What is kept for a repeat has no comment: that may name the customer.
    return { transaction: IntakeTransaction.parse(transactionRecordView(after)) };
  };

  return {
    /**
     * Frees the slot that the can still occupies, and pays no rupees. Throws `conflict` for one not taken, or returned
     * already.
     */
    giveBack: async (requested: OnceCall, transactionId: string): Promise<CallReply<typeof returnCan>> => {
      // A machine that takes cans back reports several at once; all of them write the same deposit.
      const can = await canTransactions.findOne({ transactionId }, { projection: { user: 1 } });
      if (!can) throw unknownCan(transactionId);
      return inTurn(can.user.toHexString(), () =>
        once(requested, (dbSession) => store(dbSession, requested.actor, transactionId)),
      );
    },
  };
};
