import type { ObjectId, UpdateFilter } from "mongodb";
import type { Actor, Audit } from "../audit/audit.server.ts";
import { createMutex } from "../concurrency/mutex.ts";
import { DomainError } from "../http/domain-error.ts";
import { nextCheckAt } from "../payments/check-times.ts";
import type { Clock } from "../runtime/clock.ts";
import type { DbSession, Mongo } from "../runtime/mongo.ts";
import { publishEvent } from "../webhooks/publish-event.server.ts";
import type { WebhookEventType } from "../webhooks/webhook.schema.ts";
import { creditOrderIn } from "./credit-order.server.ts";
import { checksAfter, newCheckRequest, type ProviderQuery, refuseOvertaken } from "./next-check.server.ts";
import type { OrderDocument, OrderStepDocument } from "./order.document.server.ts";
import { whyNotMoved } from "./order-moves.ts";
import { isPaid, type OrderFlag, type OrderSource, type OrderStatus } from "./order-status.ts";
import { orderRecordView } from "./order-view.server.ts";

export interface MoveParts {
  mongo: Pick<Mongo, "collections" | "inTransaction">;
  audit: Audit;
  clock: Clock;
}

export interface OrderMove {
  order: ObjectId;
  to: OrderStatus;
  source: OrderSource;
  /** The payment that it moves for; left out, the order keeps the one that it names. */
  paymentId?: string | undefined;
  /** The operator's reason, or the provider's status. */
  reason?: string | undefined;
  /** The `rev` that the operator saw; left out, the order is moved as it is. */
  rev?: number | undefined;
  /** Left out where the provider was not queried. */
  query?: ProviderQuery | undefined;
  /** Refuses by throwing, in the transaction, where it would move. */
  check?: (dbSession: DbSession, order: OrderDocument) => Promise<void>;
}

export interface Moved {
  /** As it is now. */
  order: OrderDocument;
  moved: boolean;
  /** Why it stayed: `paid` already, `same` status, `stale` rev, or the provider may not move it `backwards`. */
  why: "paid" | "same" | "stale" | "backwards" | null;
}

/**
 * Calls that move one order wait for each other within this process: 500 of them would else be 500 transactions that
 * conflict. Processes are kept apart by the transactions. Each database has its own, for processes that open several.
 */
const mutexes = new WeakMap<object, ReturnType<typeof createMutex<Moved>>>();

/**
 * The one way in which an order changes its status, for all sources. Becoming successful credits what it bought, once,
 * in the same transaction. The second caller gets the order as it is. Throws `missing`, and `Overtaken` where `query`
 * names the order that was seen.
 */
export const moveOrder = (parts: MoveParts, actor: Actor, move: OrderMove): Promise<Moved> => {
  const mutex = mutexes.get(parts.mongo) ?? createMutex<Moved>();
  mutexes.set(parts.mongo, mutex);
  return mutex(move.order.toHexString(), async (before): Promise<Moved> => {
    // Nothing moves a paid order any more, so waiting callers need no query.
    if (before && isPaid(before.order.status)) return { order: before.order, moved: false, why: "paid" };
    return parts.mongo.inTransaction((dbSession) => moveOrderIn(dbSession, parts, actor, move));
  });
};

/** The same inside a transaction that does more: of an order that is made and costs nothing. */
export const moveOrderIn = async (
  dbSession: DbSession,
  { mongo, audit, clock }: MoveParts,
  actor: Actor,
  move: OrderMove,
): Promise<Moved> => {
  const { orders } = mongo.collections;
  const present = await orders.findOne({ _id: move.order }, { session: dbSession });
  if (!present) throw new DomainError("missing", `There is no order ${move.order.toHexString()}`);
  const why = whyNotMoved(present.status, move) ?? (isStale(present, move) ? "stale" : null);
  if (why) return { order: present, moved: false, why };
  refuseOvertaken(present, move.query);
  await move.check?.(dbSession, present);

  const now = new Date(clock.now());
  const flags = isPaid(move.to) ? await creditOrderIn(dbSession, { mongo, audit }, actor, present, now) : [];
  const changed = await orders.findOneAndUpdate(
    { _id: present._id, rev: present.rev, status: present.status },
    updateOf(present, actor, move, [...flags, ...unfunded(present, move)], now),
    { session: dbSession, returnDocument: "after" },
  );
  if (!changed) throw new Error("an order changed inside a snapshot");
  await audit.write(dbSession, actor, {
    verb: isPaid(move.to) ? "order.credited" : "order.moved",
    record: { collection: "orders", id: present._id.toHexString() },
    before: auditedOf(present),
    after: auditedOf(changed),
    reason: move.reason,
  });
  await publishMoved(dbSession, mongo, changed, now);
  return { order: changed, moved: true, why: null };
};

const eventOf: Record<OrderStatus, (WebhookEventType & `order.${string}`) | null> = {
  processing: null,
  "payment failed": "order.failed",
  "payment canceled": "order.canceled",
  "payment successful": "order.paid",
};

const publishMoved = async (dbSession: DbSession, mongo: MoveParts["mongo"], order: OrderDocument, at: Date) => {
  const type = eventOf[order.status];
  // Its names are those of operators, in the steps, which do not leave.
  const shown = { order: orderRecordView(order, { operatorName: () => "" }) };
  if (type) await publishEvent(mongo, dbSession, { type, subject: order._id, data: shown, at });
};

const isStale = ({ rev }: OrderDocument, move: OrderMove) => move.rev !== undefined && move.rev !== rev;
/** Flags an order that an operator marks as paid although the provider cannot confirm it. */
const unfunded = ({ netAmount, providerOrderId }: OrderDocument, { to, source }: OrderMove): OrderFlag[] =>
  isPaid(to) && source === "operator" && netAmount > 0 && providerOrderId === null ? ["no money at provider"] : [];
/** What is bought, from whom and by whom never changes. */
const auditedOf = ({ status, paymentId, flags, rev }: OrderDocument) => ({ status, paymentId, flags, rev });

const updateOf = (
  present: OrderDocument,
  actor: Actor,
  { to, source, query, paymentId = present.paymentId ?? undefined, reason = "" }: OrderMove,
  flags: OrderFlag[],
  now: Date,
): UpdateFilter<OrderDocument> => {
  const step = (what: OrderStepDocument["what"], why: string): OrderStepDocument => ({
    at: now,
    what,
    status: to,
    source,
    by: actor.id,
    paymentId: paymentId ?? null,
    reason: why,
  });
  const credited = isPaid(to) ? [step("credited", "")] : [];
  return {
    $set: {
      status: to,
      changedAt: now,
      paymentId: paymentId ?? null,
      ...(isToCompare(present, to, source)
        ? { nextCheckAt: now, checkRequest: newCheckRequest({ now: () => now.getTime() }) }
        : checksAfter(present, isPaid(to) ? null : nextCheckAt({ ...present, status: to }, now), query)),
      ...(isPaid(to) ? { creditedAt: now } : {}),
    },
    $push: {
      steps: { $each: [step("moved", reason), ...credited, ...flags.map((flag) => step("flagged", flag))] },
    },
    $addToSet: { flags: { $each: flags } },
    $inc: { rev: 1 },
  };
};

/** What an operator calls paid is compared with what the provider knows, at once. */
const isToCompare = ({ providerOrderId, netAmount }: OrderDocument, to: OrderStatus, source: OrderSource): boolean =>
  isPaid(to) && source === "operator" && providerOrderId !== null && netAmount > 0;
