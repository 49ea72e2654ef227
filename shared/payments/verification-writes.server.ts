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
export const againMs = 60_000;

/** One verification, from its query to its last write. */
export interface App {
  parts: VerifyParts;
  actor: Actor;
  source: OrderSource;
  /** What the question was begun with: a later one is not answered by it. */
  request: ObjectId | null;
  /** The order as it was read, or as this verification wrote it since. */
  seen: OrderDocument;
  now: Date;
  /** Disputes are still to be written: until then the order stays due. */
  isMore: boolean;
  /** When the order is due once that is written; left out where nothing was written yet. */
  settledAt?: Date | null;
}

/**
 * A notice may come before the provider's own answers show what it is about, and of a paid order no other look follows:
 * so only a query that begins a minute after the request answers it, whoever makes it.
 */
const isYoung = ({ request, now }: App): boolean =>
  request !== null && now.getTime() - request.getTimestamp().getTime() < againMs;

const questionOf = (app: App, isAnswered: boolean, isMore: boolean) => ({
  request: app.request,
  isAnswered,
  isYoung: isYoung(app),
  // Where the provider said nothing, nothing is written that could be older.
  seen: isAnswered ? app.seen : null,
  again: isAnswered && (isMore || isYoung(app)) ? new Date(app.now.getTime() + againMs) : null,
});

/** Throws `Overtaken` where somebody else wrote meanwhile, and the provider has answered. */
export const note = async (
  app: App,
  order: OrderDocument,
  fields: NoteFields,
  isAnswered = true,
): Promise<OrderDocument> => {
  const { nextCheckAt: settledAt = nextCheckAt(order, app.now) } = fields;
  const noted = await noteOrder(app.parts, app.actor, order._id, {
    ...fields,
    nextCheckAt: settledAt,
    source: app.source,
    question: questionOf(app, isAnswered, app.isMore),
  });
  app.seen = noted;
  if (app.isMore) app.settledAt = settledAt;
  return noted;
};

export const refused = async (
  app: App,
  order: OrderDocument,
  reason: string,
  { isLasting = false, isAway = false, ...fields }: NoteFields & { isLasting?: boolean; isAway?: boolean },
): Promise<Verified> => ({
  order: await note(app, order, { ...fields, refusal: { reason, isLasting } }, !isAway),
  refusal: { sentence: reason, isAway },
});

/** `isMore`: what else became known is noted next. Throws as `note` does. */
export const moveBy = async (
  app: App,
  wanted: Omit<OrderMove, "source" | "question">,
  isMore = false,
): Promise<Moved> => {
  const question = questionOf(app, true, app.isMore || isMore);
  const moved = await moveOrder(app.parts, app.actor, { ...wanted, source: app.source, question });
  if (!moved.moved) return moved;
  app.seen = moved.order;
  if (app.isMore) app.settledAt = isPaid(wanted.to) ? null : nextCheckAt(moved.order, app.now);
  return moved;
};
