import { ObjectId } from "mongodb";
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
import type { Idempotency } from "../../http/idempotency.ts";
import { missing } from "../change-record.ts";
import type { FeatureParts } from "../feature.ts";
import type { Once } from "../once.ts";
import type { OneAfterAnother } from "./one-after-another.ts";
import type { ReadRefundFacts } from "./refund-facts.ts";
import type { RefundIn } from "./refunds.service.ts";
import { showTransaction } from "./show-transactions.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock"> & {
  once: Once;
  inTurn: OneAfterAnother;
  refundFacts: ReadRefundFacts;
  refundIn: RefundIn;
};
type Reply = Promise<{ canTransaction: CanTransaction }>;

/**
 * Refunds that wait for a second person. A request stands in its transaction, so that it is told with it and is over
 * when the can opens or is refunded.
 */
export const createRefundRequests = (parts: Parts) => {
  const { mongo, audit, clock, once, inTurn, refundFacts, refundIn } = parts;
  const { canTransactions } = mongo.collections;

  const find = async (dbSession: DbSession, id: string): Promise<CanTransactionDocument> => {
    const can = await canTransactions.findOne({ _id: new ObjectId(id) }, { session: dbSession });
    if (!can) throw missing(transactionRecord, id);
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
    const after = await canTransactions.findOneAndUpdate(
      { _id: before._id, status: "pending", rev: before.rev },
      { $set: { refundRequest, changedAt: new Date(clock.now()) }, $inc: { rev: 1 } },
      { session: dbSession, returnDocument: "after" },
    );
    if (!after) throw new DomainError("conflict", "This transaction was changed meanwhile");
    const record = { collection: "canTransactions", id: before._id.toHexString() };
    await audit.write(dbSession, actor, { verb, record, before, after, reason });
    return showTransaction(mongo, dbSession, after);
  };
  /** Throws `forbidden` for whoever asked or has the can, `conflict` where nobody asks any more. */
  const insistOther = ({ refundRequest, user }: CanTransactionDocument, actor: Actor) => {
    const request = refundRequest ? { by: { _id: refundRequest.by.toHexString() } } : null;
    const why = whyNotDecide(request, actor.id?.toHexString() ?? "", user.toHexString());
    if (why !== null) throw new DomainError(request ? "forbidden" : "conflict", why);
  };
  const deed = (
    actor: Actor,
    idempotency: Idempotency,
    id: string,
    work: (dbSession: DbSession) => Promise<CanTransaction>,
  ): Reply =>
    inTurn(id, () =>
      once(
        actor,
        idempotency,
        async (dbSession) => ({ canTransaction: await work(dbSession) }),
        ({ canTransaction }) => canTransaction.user._id,
      ),
    );

  return {
    ask: (actor: Actor, idempotency: Idempotency, id: string, { reason, note }: RefundAsk): Reply =>
      deed(actor, idempotency, id, async (dbSession) => {
        const before = await find(dbSession, id);
        const { refundRequest: standing } = before;
        if (!actor.id) throw new Error("an operator asks for a refund");
        if (standing?.by.equals(actor.id) && standing.reason === reason && standing.note === note)
          return showTransaction(mongo, dbSession, before);
        if (standing) throw new DomainError("conflict", alreadyAskedText);
        if (!needsSecondPerson(await refundFacts(dbSession, actor, before.user)))
          throw new DomainError("conflict", oneSufficesText);
        const refundRequest = { by: actor.id, at: new Date(clock.now()), reason, note };
        const verb = "transaction.refund-asked";
        return write(dbSession, actor, before, { verb, reason: `${reason}: ${note}`, refundRequest });
      }),

    approve: (actor: Actor, idempotency: Idempotency, id: string): Reply =>
      deed(actor, idempotency, id, async (dbSession) => {
        insistOther(await find(dbSession, id), actor);
        return refundIn(dbSession, actor, id, "approved");
      }),

    decline: (actor: Actor, idempotency: Idempotency, id: string, reason: string): Reply =>
      deed(actor, idempotency, id, async (dbSession) => {
        const before = await find(dbSession, id);
        insistOther(before, actor);
        return write(dbSession, actor, before, { verb: "transaction.refund-declined", reason, refundRequest: null });
      }),
  };
};
