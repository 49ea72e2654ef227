import { DomainError } from "#shared/http/domain-error.ts";
import type { Actor } from "#shared/runtime/audit.ts";
import type { CanTransactionDocument } from "#shared/runtime/documents/transactions.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { RefundAsk } from "#shared/transactions/can-case.schema.ts";
import {
  alreadyAskedText,
  needsSecondPerson,
  oneSufficesText,
  whyNotDecide,
} from "#shared/transactions/refund.rules.ts";
import { transactionRecord } from "#shared/transactions/transaction.record.ts";
import { whyNotRefund } from "#shared/transactions/transaction.rules.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { requireRecord } from "../change-record.ts";
import type { FeatureParts } from "../feature.ts";
import type { Asked } from "../once.ts";
import type { CanDeeds } from "./can-deeds.ts";
import type { ReadRefundFacts } from "./refund-facts.ts";
import type { RefundIn } from "./refunds.service.ts";
import { showTransaction } from "./show-transactions.ts";

type Parts = Pick<FeatureParts, "mongo" | "clock"> & {
  deeds: CanDeeds;
  refundFacts: ReadRefundFacts;
  refundIn: RefundIn;
};
type Reply = Promise<{ canTransaction: CanTransaction }>;

/**
 * Refunds that wait for a second person. A request stands in its transaction, so that it is told with it and is over
 * when the can opens or is refunded.
 */
export const createRefundRequests = (parts: Parts) => {
  const { mongo, clock, deeds, refundFacts, refundIn } = parts;

  const find = async (dbSession: DbSession, id: string): Promise<CanTransactionDocument> => {
    const can = await requireRecord(mongo, dbSession, transactionRecord, id);
    const why = whyNotRefund(can);
    if (why !== null) throw new DomainError("conflict", why);
    return can;
  };
  /** Guarded by the edit that was looked at. */
  const write = async (
    dbSession: DbSession,
    actor: Actor,
    before: CanTransactionDocument,
    how: { verb: string; reason: string; refundRequest: CanTransactionDocument["refundRequest"] },
  ): Promise<CanTransaction> => {
    const { verb, reason, refundRequest = null } = how;
    const still = { status: "pending", rev: before.rev } as const;
    const after = await deeds.change(dbSession, actor, before, { verb, reason, still, set: { refundRequest } });
    return showTransaction(mongo, dbSession, after);
  };
  /** Throws `forbidden` for whoever asked or has the can, `conflict` where nobody asks any more. */
  const insistOther = ({ refundRequest, user }: CanTransactionDocument, actor: Actor) => {
    const request = refundRequest ? { by: { _id: refundRequest.by.toHexString() } } : null;
    const why = whyNotDecide(request, actor.id?.toHexString() ?? "", user.toHexString());
    if (why !== null) throw new DomainError(request ? "forbidden" : "conflict", why);
  };
  const deed = (asked: Asked, id: string, work: (dbSession: DbSession) => Promise<CanTransaction>): Reply =>
    deeds.inTurn(id, () => deeds.once(asked, async (dbSession) => ({ canTransaction: await work(dbSession) })));

  return {
    ask: (asked: Asked, id: string, { reason, note }: RefundAsk): Reply =>
      deed(asked, id, async (dbSession) => {
        const before = await find(dbSession, id);
        const { refundRequest: standing } = before;
        if (!asked.actor.id) throw new Error("an operator asks for a refund");
        if (standing?.by.equals(asked.actor.id) && standing.reason === reason && standing.note === note)
          return showTransaction(mongo, dbSession, before);
        if (standing) throw new DomainError("conflict", alreadyAskedText);
        if (!needsSecondPerson(await refundFacts(dbSession, asked.actor, before.user)))
          throw new DomainError("conflict", oneSufficesText);
        const refundRequest = { by: asked.actor.id, at: new Date(clock.now()), reason, note };
        const verb = "transaction.refund-asked";
        return write(dbSession, asked.actor, before, { verb, reason: `${reason}: ${note}`, refundRequest });
      }),

    approve: (asked: Asked, id: string): Reply =>
      deed(asked, id, async (dbSession) => {
        insistOther(await find(dbSession, id), asked.actor);
        return refundIn(dbSession, asked.actor, id, "approved");
      }),

    decline: (asked: Asked, id: string, reason: string): Reply =>
      deed(asked, id, async (dbSession) => {
        const before = await find(dbSession, id);
        insistOther(before, asked.actor);
        return write(dbSession, asked.actor, before, {
          verb: "transaction.refund-declined",
          reason,
          refundRequest: null,
        });
      }),
  };
};
