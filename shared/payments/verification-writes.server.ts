import type { ObjectId } from "mongodb";
import type { Actor } from "../audit/audit.server.ts";
import { type Moved, type MoveParts, moveOrder, type OrderMove } from "../orders/move-order.server.ts";
import { noteOrder } from "../orders/note-order.server.ts";
import type { OrderDocument } from "../orders/order.document.server.ts";
import { isPaid, type OrderSource } from "../orders/order-status.ts";
import type { NoteFields } from "./change-of-paid.server.ts";
import { nextCheckAt } from "./check-times.ts";
import type { PaymentProvider } from "./provider.server.ts";

export interface VerifyParts extends MoveParts {
  provider: PaymentProvider;
}

export interface Verified {
  /** As it is now, whatever the result. */
  order: OrderDocument;
  /**
   * Why nothing could be concluded: a sentence for people. Null where the order has the provider's status. `isAway`:
   * the provider could not be queried, and the next order would fare no better.
   */
  refusal: { sentence: string; isAway: boolean } | null;
}

/** Patience with a provider that is away, and with who does not write all that they learned. */
export const retryMs = 60_000;

/** One verification, from its query to its last write. */
export interface VerificationRun {
  parts: VerifyParts;
  actor: Actor;
  source: OrderSource;
  /** What requested it, as the order named it when it began: a later request is not answered by it. */
  request: ObjectId | null;
  /** The order as it was read, or as this verification wrote it since. */
  seen: OrderDocument;
  now: Date;
  /** Disputes are still to be written: until then the order stays due. */
  moreFollows: boolean;
  /** When the order is due once that is written; left out where nothing was written yet. */
  dueAt?: Date | null;
}

/**
 * A notice may come before the provider's own answers show the change, and a paid order is not queried again otherwise:
 * so only a query that begins a minute after the request answers it.
 */
const isTooEarly = ({ request, now }: VerificationRun): boolean =>
  request !== null && now.getTime() - request.getTimestamp().getTime() < retryMs;

const queryOf = (run: VerificationRun, isAnswered: boolean, moreFollows: boolean) => ({
  request: run.request,
  isAnswered,
  isTooEarly: isTooEarly(run),
  // Where the provider said nothing, nothing is written that could be older.
  seen: isAnswered ? run.seen : null,
  retryAt: isAnswered && (moreFollows || isTooEarly(run)) ? new Date(run.now.getTime() + retryMs) : null,
});

/** Throws `Overtaken` where somebody else wrote meanwhile, and the provider has answered. */
export const writeNote = async (
  run: VerificationRun,
  order: OrderDocument,
  fields: NoteFields,
  isAnswered = true,
): Promise<OrderDocument> => {
  const { nextCheckAt: dueAt = nextCheckAt(order, run.now) } = fields;
  const noted = await noteOrder(run.parts, run.actor, order._id, {
    ...fields,
    nextCheckAt: dueAt,
    source: run.source,
    query: queryOf(run, isAnswered, run.moreFollows),
  });
  run.seen = noted;
  if (run.moreFollows) run.dueAt = dueAt;
  return noted;
};

export const writeRefusal = async (
  run: VerificationRun,
  order: OrderDocument,
  reason: string,
  { isLasting = false, isAway = false, ...fields }: NoteFields & { isLasting?: boolean; isAway?: boolean },
): Promise<Verified> => ({
  order: await writeNote(run, order, { ...fields, refusal: { reason, isLasting } }, !isAway),
  refusal: { sentence: reason, isAway },
});

/** `moreFollows`: what else became known is noted next. Throws as `writeNote` does. */
export const writeMove = async (
  run: VerificationRun,
  wanted: Omit<OrderMove, "source" | "query">,
  moreFollows = false,
): Promise<Moved> => {
  const query = queryOf(run, true, run.moreFollows || moreFollows);
  const moved = await moveOrder(run.parts, run.actor, { ...wanted, source: run.source, query });
  if (!moved.moved) return moved;
  run.seen = moved.order;
  if (run.moreFollows) run.dueAt = isPaid(wanted.to) ? null : nextCheckAt(moved.order, run.now);
  return moved;
};
