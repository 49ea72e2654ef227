import { ObjectId } from "mongodb";
import type { Word } from "#shared/approvals/approval.rules.ts";
import { endApprovals } from "#shared/approvals/approvals.server.ts";
import type { Actor } from "#shared/audit/audit.server.ts";
import { countOpened, postCans } from "#shared/cans/post-cans.server.ts";
import type { SessionRowDocument } from "#shared/control-units/command.document.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { containerAfter } from "#shared/transactions/apply-row.rules.ts";
import { needsSecondPerson, refundRuleText } from "#shared/transactions/refund.rules.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import { transactionRecord } from "#shared/transactions/transaction.record.ts";
import { takenText, waitText, whyNotRefund } from "#shared/transactions/transaction.rules.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { transactionRecordView } from "#shared/transactions/transaction-view.server.ts";
import { publishEvent } from "#shared/webhooks/publish-event.server.ts";
import { requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { OnceCall } from "../../records/once.ts";
import { secondPersonNeeded } from "../../records/second-person.ts";
import type { Reservations } from "../containers/reservations.ts";
import type { Commanding } from "../control-units/commanding.ts";
import { type CanActions, freeSlotOf } from "./can-actions.ts";
import type { ReadRefundFacts } from "./refund-facts.ts";
import { showTransaction } from "./show-transactions.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock"> & {
  reservations: Reservations;
  commanding: Commanding;
  actions: CanActions;
  refundFacts: ReadRefundFacts;
};
type RefundIn = (dbSession: DbSession, actor: Actor, id: string, word: Word) => Promise<CanTransaction>;

/** Throws `conflict` while the door may still open: what was not sent is cancelled, what was sent is waited for. */
const endLive = async (
  { commanding, clock }: Pick<Parts, "commanding" | "clock">,
  dbSession: DbSession,
  live: ObjectId,
): Promise<void> => {
  const session = await commanding.session(dbSession, live);
  if (!session) return;
  const ended = await commanding.cancelUnsent(dbSession, session);
  if (typeof ended !== "string") return;
  const rows = await commanding.rows(dbSession, live);
  if (rows.some(({ facts }) => facts.opened)) throw new DomainError("conflict", takenText);
  const until = Math.max(0, ...rows.map(({ deadlineAt }) => deadlineAt?.getTime() ?? 0));
  throw new DomainError("conflict", waitText((until - clock.now()) / 1_000));
};

/** What was never sent to the machine is for sale again; else somebody must look, so it stays reserved. */
const letGo = async (
  reservations: Reservations,
  dbSession: DbSession,
  { _id, container }: CanTransactionDocument,
  rows: SessionRowDocument[],
) => {
  const reports = rows.map(({ sentAt, facts, factCount, end, reason, code }) => ({
    opened: facts.opened?.receivedAt.getTime() ?? null,
    failed: facts.failed ?? null,
    sent: sentAt !== null || factCount > 0,
    end: end ? { end, reason, code } : null,
  }));
  const isFree = reports.every((report) => containerAfter("failed", report) === "for sale");
  await (isFree ? reservations.letGo : reservations.leaveToCheck)(dbSession, _id, container);
};

/** Hundreds that come after the first one are refused without a transaction of their own. */
const refuseLate = async (canTransactions: Mongo["collections"]["canTransactions"], id: string): Promise<void> => {
  const known = await canTransactions.findOne({ _id: new ObjectId(id) }, { projection: { status: 1 } });
  const why = known && whyNotRefund(known);
  if (why) throw new DomainError("conflict", why);
};

/** Cans that never came out, given back to their customers: exactly what the take has done is undone, once. */
export const createRefunds = (parts: Parts) => {
  const { mongo, audit, clock, reservations, actions, refundFacts } = parts;
  const { canTransactions } = mongo.collections;

  const refund: RefundIn = async (dbSession, actor, id, word) => {
    const before = await requireRecord(mongo, dbSession, transactionRecord, id);
    const { _id } = before;
    const why = whyNotRefund(before);
    if (why !== null) throw new DomainError("conflict", why);
    const facts = await refundFacts(dbSession, actor, before.user);
    if (word !== "agreed" && needsSecondPerson(facts))
      throw secondPersonNeeded(refundRuleText(facts) ?? "", `1 can of ${before.brand} is given back`);
    if (before.live) await endLive(parts, dbSession, before.live);
    const rows = await mongo.collections.sessionRows
      .find({ transactionId: before.transactionId }, { session: dbSession })
      .toArray();
    // A worker is about to say so.
    if (rows.some(({ facts }) => facts.opened)) throw new DomainError("conflict", takenText);

    const { user, machine, product, brand, openedDay, holdsSlot } = before;
    const now = new Date(clock.now());
    const after = await canTransactions.findOneAndUpdate(
      { _id, status: "pending", live: before.live },
      {
        $set: {
          status: "failed",
          live: null,
          holdsSlot: false,
          refundedAt: now,
          changedAt: now,
          refundedBy: actor.id,
        },
        $inc: { rev: 1 },
      },
      { session: dbSession, returnDocument: "after" },
    );
    if (!after) throw new DomainError("conflict", "This transaction was changed meanwhile");
    const ref = { kind: "transaction", id: _id } as const;
    await postCans(mongo, dbSession, {
      user,
      machine,
      product,
      brand,
      credit: 1,
      debit: 0,
      ref,
      message: "Refunded",
      now,
    });
    await countOpened(mongo, dbSession, { user, day: openedDay, more: -1 });
    if (holdsSlot) await freeSlotOf(mongo, dbSession, actor, before, { reason: "Refunded", now });
    const ofContainer = rows.filter(({ container }) => container?.equals(before.container));
    await letGo(reservations, dbSession, before, ofContainer);
    const record = { collection: "canTransactions", id };
    await audit.write(dbSession, actor, { verb: "transaction.refunded", record, before, after });
    const data = { transaction: transactionRecordView(after) };
    await publishEvent(mongo, dbSession, { type: "can.refunded", subject: _id, data, at: now });
    if (word !== "agreed")
      await endApprovals(mongo, dbSession, { record: _id, kind: "refund", why: "It was refunded meanwhile" });
    return showTransaction(mongo, dbSession, after);
  };

  return {
    refundIn: refund,

    /**
     * Throws `conflict`: taken, 'Already refunded', while the door may still open, with the seconds left, and where a
     * second person must agree.
     */
    refund: (requested: OnceCall, id: string, word: Word): Promise<{ canTransaction: CanTransaction }> =>
      actions.inTurn(id, async () => {
        if (requested.idempotency.key === null) await refuseLate(canTransactions, id);
        return actions.once(requested, async (dbSession) => ({
          canTransaction: await refund(dbSession, requested.actor, id, word),
        }));
      }),
  };
};
