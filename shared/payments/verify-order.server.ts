import type { ObjectId } from "mongodb";
import type { Actor } from "../audit/audit.server.ts";
import { DomainError } from "../http/domain-error.ts";
import { Overtaken } from "../orders/next-check.server.ts";
import { noteOrder } from "../orders/note-order.server.ts";
import type { OrderDocument } from "../orders/order.document.server.ts";
import { isPaid, type OrderFlag, type OrderSource, type OrderStatus } from "../orders/order-status.ts";
import { captureAuthorized } from "./capture-authorized.server.ts";
import { changeOfPaid, type NoteFields } from "./change-of-paid.server.ts";
import { checkWhileAwayAt, isLastCheck, unpaidMs } from "./check-times.ts";
import { disputesOf } from "./disputes-of.server.ts";
import { type Judgement, judgePayments } from "./judge-payments.server.ts";
import { capturedWords, heldAgainWords, noPayment, otherAmount, wordOf } from "./payment-words.server.ts";
import { ProviderError, type ProviderPayment } from "./provider.server.ts";
import {
  retryMs,
  type VerificationRun,
  type Verified,
  type VerifyParts,
  writeMove,
  writeNote,
  writeRefusal,
} from "./verification-writes.server.ts";

export type { Verified } from "./verification-writes.server.ts";

/** How often the provider is queried where somebody else wrote meanwhile; then the sweep goes on. */
const mostTries = 3;

/**
 * The only way in which the provider's status reaches an order, for operators, notices and the sweep. It reads every
 * payment of the provider order, judges them, and moves the order or writes down why it stays. If another verification
 * wrote meanwhile, its answer may be the later one: the provider is queried again. Throws nothing but `missing` and
 * what MongoDB throws.
 */
export const verifyOrder = async (
  parts: VerifyParts,
  actor: Actor,
  requested: Requested,
  triesLeft = mostTries,
): Promise<Verified> => {
  try {
    return await verifyOnce(parts, actor, requested);
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    return triesLeft > 1 ? verifyOrder(parts, actor, requested, triesLeft - 1) : postpone(parts, actor, requested);
  }
};

interface Requested {
  order: ObjectId;
  source: OrderSource;
}

/** What was learned may be older than what the order says: none of it is written. */
const postpone = async (parts: VerifyParts, actor: Actor, { order, source }: Requested): Promise<Verified> => {
  const sentence = "This order is changing right now: it is verified again in a minute";
  const noted = await noteOrder(parts, actor, order, {
    source,
    nextCheckAt: new Date(parts.clock.now() + retryMs),
    refusal: { reason: sentence, isLasting: false },
    query: { request: null, isAnswered: false },
  });
  return { order: noted, refusal: { sentence, isAway: false } };
};

const verifyOnce = async (parts: VerifyParts, actor: Actor, { order: id, source }: Requested): Promise<Verified> => {
  const { orders, users } = parts.mongo.collections;
  const order = await orders.findOne({ _id: id });
  if (!order) throw new DomainError("missing", `There is no order ${id.toHexString()}`);
  const { checkRequest: request = null } = order;
  const moreFollows = order.disputes !== undefined;
  const run: VerificationRun = {
    parts,
    actor,
    source,
    request,
    moreFollows,
    seen: order,
    now: new Date(parts.clock.now()),
  };
  /** Null for a deleted account: nobody comes for the cans, and what is authorized goes back by itself. */
  const readUnlessDeleted = async () => {
    const gone = await users.findOne({ _id: order.user, deletedAt: { $exists: true } }, { projection: { _id: 1 } });
    return gone ? null : orders.findOne({ _id: id });
  };
  try {
    const { providerOrderId } = order;
    const payments = providerOrderId === null ? [] : await parts.provider.ofOrder(providerOrderId);
    if (isPaid(order.status)) return await noteDisputes(run, await notePaid(run, order, payments));
    const known = await captureAuthorized(parts.provider, order, payments, readUnlessDeleted);
    return await noteDisputes(run, await conclude(run, order, known));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    run.moreFollows = false;
    return refuse(run, run.seen, error);
  }
};

const move = (
  run: VerificationRun,
  order: OrderDocument,
  to: OrderStatus,
  payment: ProviderPayment | null,
  moreFollows = false,
) => {
  const reason = payment ? wordOf(payment) : "unpaid for 24 hours";
  return writeMove(run, { order: order._id, to, paymentId: payment?.id, reason }, moreFollows);
};

const conclude = async (run: VerificationRun, order: OrderDocument, payments: ProviderPayment[]): Promise<Verified> => {
  const judged = judgePayments(order, payments);
  switch (judged.is) {
    case "captured":
      return capture(run, order, judged, payments);
    case "other amount":
      return inconclusive(run, order, otherAmount(order, judged.payment), {
        flags: ["other amount"],
        payments: [...heldAgainWords(order, payments), ...capturedWords(payments)],
      });
    case "foreign":
      throw foreign();
    default:
      return unpaid(run, order, judged);
  }
};

const foreign = () => new ProviderError("nonsense", "The payment provider names a payment of another order");

/** Flags that end once the provider answers about the order after all, and holds nothing of another amount. */
const unflag: OrderFlag[] = ["never verified", "not captured", "other amount"];

/**
 * What another query will hardly change is shown in the order. With the last look it comes to an end that an operator
 * sees: flagged, and canceled where it was still open; an operator who looks it up at the provider can mark it paid.
 */
const inconclusive = async (
  run: VerificationRun,
  order: OrderDocument,
  reason: string,
  { flags = [], payments = [] }: Pick<NoteFields, "flags" | "payments"> = {},
): Promise<Verified> => {
  const known = { isLasting: true, flags, payments };
  if (!isLastCheck(order, run.now)) return writeRefusal(run, order, reason, known);
  const isOpen = order.status === "processing";
  // Who dies between the two leaves it to the next sweep, flagged already.
  const ends = isOpen ? { nextCheckAt: order.nextCheckAt ?? run.now } : {};
  const noted = await writeRefusal(run, order, reason, { ...known, flags: [...flags, "never verified"], ...ends });
  if (!isOpen) return noted;
  const why = `Not verified for six days: ${reason}`.slice(0, 300);
  const { order: ended } = await writeMove(run, { order: order._id, to: "payment canceled", reason: why });
  return { ...noted, order: ended };
};

const capture = async (
  run: VerificationRun,
  order: OrderDocument,
  { payment, others }: Judgement & { is: "captured" },
  payments: ProviderPayment[],
): Promise<Verified> => {
  const isPlain = (one: OrderDocument) =>
    others === 0 &&
    !payment.amount_refunded &&
    heldAgainWords(one, payments).length === 0 &&
    !one.flags.some((flag) => unflag.includes(flag));
  const { order: moved } = await move(run, order, "payment successful", payment, !isPlain(order));
  // Somebody else may have called it paid meanwhile.
  const isAll = moved.paymentId === payment.id && isPlain(moved);
  return isAll ? { order: moved, refusal: null } : notePaid(run, moved, payments);
};

type Unpaid = Exclude<Judgement, { is: "captured" | "other amount" | "foreign" }>;

const unpaid = async (run: VerificationRun, order: OrderDocument, judged: Unpaid): Promise<Verified> => {
  const payment = judged.is === "none" ? null : judged.payment;
  const to = statusFor(run, order, judged);
  const { order: present } = to ? await move(run, order, to, payment) : { order };
  const isHeld = payment?.status === "authorized" && isDayOld(run, order);
  const isFlagged = present.flags.some((flag) => unflag.includes(flag));
  if (present.status !== order.status && !isHeld && !isFlagged) return { order: present, refusal: null };
  if (!payment) return writeRefusal(run, present, noPayment(order), { unflag });
  const noted = { paymentId: payment.id, payments: [{ id: payment.id, reason: wordOf(payment) }] };
  const flags: OrderFlag[] = isHeld ? ["not captured"] : [];
  const ended = unflag.filter((flag) => !flags.includes(flag));
  return { order: await writeNote(run, present, { ...noted, flags, unflag: ended }), refusal: null };
};

/** Null where it stays; what the provider says moves an order that is not open no further. */
const statusFor = (run: VerificationRun, order: OrderDocument, { is }: Unpaid): OrderStatus | null => {
  if (order.status !== "processing") return null;
  if (is === "failed") return "payment failed";
  if (is === "refunded") return "payment canceled";
  return isDayOld(run, order) ? "payment canceled" : null;
};
const isDayOld = ({ now }: VerificationRun, { time }: OrderDocument) => now.getTime() - time.getTime() >= unpaidMs;

/** For an order that is paid: whose money it was, whether it was given back, or that there is none. */
const notePaid = async (run: VerificationRun, order: OrderDocument, payments: ProviderPayment[]): Promise<Verified> => {
  const judged = judgePayments(order, payments);
  if (judged.is === "foreign") throw foreign();
  const change = changeOfPaid(order, judged, payments);
  return { order: await writeNote(run, order, change), refusal: null };
};

/** Once the rest is written down: money that pays for nothing, of another amount, may be disputed as well. */
const noteDisputes = async (run: VerificationRun, concluded: Verified): Promise<Verified> => {
  const { order } = concluded;
  if (!order.disputes) return concluded;
  const { dueAt = order.nextCheckAt } = run;
  const change = { ...(await disputesOf(run.parts.provider, order)), nextCheckAt: dueAt };
  run.moreFollows = false;
  return { ...concluded, order: await writeNote(run, order, change) };
};

/** A temporary refusal is retried soon and is not kept in the order; an operator must see the rest. */
const refuse = (run: VerificationRun, order: OrderDocument, { kind, message }: ProviderError): Promise<Verified> => {
  const isLasting = ["missing", "refused", "nonsense"].includes(kind);
  const reason = kind === "missing" ? "The payment provider does not know this order" : message;
  const soon = order.nextCheckAt && checkWhileAwayAt(order.checkRequest?.getTimestamp() ?? order.time, run.now);
  return isLasting
    ? inconclusive(run, order, reason)
    : writeRefusal(run, order, reason, { isAway: true, nextCheckAt: soon });
};
