import type { ObjectId, UpdateFilter } from "mongodb";
import type { Actor, AuditLine } from "../audit/audit.server.ts";
import { DomainError } from "../http/domain-error.ts";
import { topicOf } from "../payments/payment-words.server.ts";
import type { MoveParts } from "./move-order.server.ts";
import { checksAfter, type ProviderQuery, refuseOvertaken } from "./next-check.server.ts";
import type { OrderDocument, OrderStepDocument } from "./order.document.server.ts";
import type { OrderFlag, OrderSource } from "./order-status.ts";

/** What became known of an order that does not move for it. */
export interface OrderNote {
  source: OrderSource;
  /** The captured payment, else the latest; left out, the order keeps the one that it names. */
  paymentId?: string | undefined;
  /** Payments and what became of them. */
  payments?: readonly { id: string; reason: string }[];
  /** Why nothing could be concluded. `isLasting`: trying again will not help, so the order shows it. */
  refusal?: { reason: string; isLasting: boolean };
  flags?: readonly OrderFlag[];
  /** What turned out otherwise. */
  unflag?: readonly OrderFlag[];
  /** When the provider is queried next; left out, as it stands. */
  nextCheckAt?: Date | null;
  /** Left out where the provider was not queried. */
  query?: ProviderQuery | undefined;
}

/**
 * Writes down what became known: a payment, a refusal, a flag. Nothing is written twice, so that ten notices of one
 * fact are one; but a refused caller has an audit line. Returns the order as it is then.
 */
export const noteOrder = (
  { mongo, audit, clock }: MoveParts,
  actor: Actor,
  id: ObjectId,
  note: OrderNote,
): Promise<OrderDocument> =>
  mongo.inTransaction(async (dbSession) => {
    const { orders } = mongo.collections;
    const present = await orders.findOne({ _id: id }, { session: dbSession });
    if (!present) throw new DomainError("missing", `There is no order ${id.toHexString()}`);
    refuseOvertaken(present, note.query);
    const changes = changesOf(present, actor, note, new Date(clock.now()));
    const update = updateOf(present, note, changes);
    const changed = update
      ? await orders.findOneAndUpdate({ _id: id, rev: present.rev }, update, {
          session: dbSession,
          returnDocument: "after",
        })
      : present;
    if (!changed) throw new Error("an order changed inside a snapshot");
    const auditLine = auditLineOf(present, changed, note, changes);
    if (auditLine) await audit.write(dbSession, actor, auditLine);
    return changed;
  });

interface NoteChange {
  at: Date;
  paymentId: string | null;
  flags: OrderFlag[];
  steps: OrderStepDocument[];
}

const changesOf = (present: OrderDocument, actor: Actor, note: OrderNote, at: Date): NoteChange => {
  const { source, payments = [], refusal, paymentId = present.paymentId } = note;
  const step = (what: OrderStepDocument["what"], reason: string, stepPayment: string | null): OrderStepDocument => ({
    at,
    what,
    status: present.status,
    source,
    by: actor.id,
    paymentId: stepPayment,
    reason,
  });
  // Facts of two payments may come alternately: each is kept once, until the same payment says otherwise.
  const isNew = ({ what, reason, paymentId: stepPayment }: OrderStepDocument) =>
    present.steps.findLast(
      (one) => one.what === what && one.paymentId === stepPayment && topicOf(one.reason) === topicOf(reason),
    )?.reason !== reason;
  const entries = [
    ...payments.map(({ id, reason }) => step("payment", reason, id)),
    ...(refusal?.isLasting ? [step("refused", refusal.reason, paymentId)] : []),
  ].filter(isNew);
  // What somebody has looked after is not said again, unless there is more of it.
  const known = entries.length > 0 ? present.flags : [...present.flags, ...(present.settledFlags ?? [])];
  const raised = (note.flags ?? []).filter((flag) => !known.includes(flag));
  const flags = [...present.flags.filter((flag) => !note.unflag?.includes(flag)), ...raised];
  return { at, paymentId, flags, steps: [...entries, ...raised.map((flag) => step("flagged", flag, paymentId))] };
};

const hasChanges = (present: OrderDocument, { paymentId, flags, steps }: NoteChange) =>
  steps.length > 0 || paymentId !== present.paymentId || flags.join() !== present.flags.join();

/** Null where nothing is to be written. */
const updateOf = (present: OrderDocument, note: OrderNote, changes: NoteChange): UpdateFilter<OrderDocument> | null => {
  const { nextCheckAt = present.nextCheckAt, query } = note;
  const checks = checksAfter(present, nextCheckAt, query);
  if (hasChanges(present, changes)) {
    const { at: changedAt, paymentId, flags, steps } = changes;
    const $set = { ...checks, changedAt, paymentId, flags };
    return { $set, $push: { steps: { $each: steps } }, $inc: { rev: 1 } };
  }
  const isSame =
    checks.nextCheckAt?.getTime() === present.nextCheckAt?.getTime() &&
    checks.checkRequest === (present.checkRequest ?? null);
  return isSame ? null : { $set: checks };
};

const auditLineOf = (
  present: OrderDocument,
  changed: OrderDocument,
  { source, refusal }: OrderNote,
  { steps, flags }: NoteChange,
): AuditLine | null => {
  const isFlagged = flags.join() !== present.flags.join();
  const isRefused =
    refusal !== undefined && (source === "verification" || steps.some(({ what }) => what === "refused"));
  if (!isFlagged && !isRefused) return null;
  return {
    verb: isFlagged ? "order.flagged" : "order.unverified",
    record: { collection: "orders", id: present._id.toHexString() },
    before: { status: present.status, paymentId: present.paymentId, flags: present.flags },
    after: { status: changed.status, paymentId: changed.paymentId, flags: changed.flags },
    reason: refusal?.reason ?? steps.map(({ reason }) => reason).join("; "),
  };
};
