import { isPaid, type OrderStatus } from "../orders/order-status.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** An order that was not paid this long is canceled. */
export const unpaidMs = 24 * hourMs;
/** And for this long after that it is still queried: a bank may say yes days later. */
const lateMs = 5 * 24 * hourMs;
const shortestMs = 15 * minuteMs;
const longestMs = 6 * hourMs;

interface Checked {
  time: Date;
  status: OrderStatus;
  /** Null where there is nothing to query. */
  providerOrderId: string | null;
}

/** The pause is this part of the time without an answer: an hour after a day. */
const awayShare = 24;

/**
 * When an order is queried again whose query brought no answer; `since` is the event that requested it. A provider that
 * is away for a moment is queried each minute. What fails for good is queried ever more seldom, at last every six hours.
 */
export const checkWhileAwayAt = (since: Date, now: Date): Date => {
  const waited = now.getTime() - since.getTime();
  return new Date(now.getTime() + Math.round(Math.min(Math.max(waited / awayShare, minuteMs), longestMs)));
};

/** How old an order of this age is when it is looked at again. */
const ageAtNext = (age: number): number => {
  const next = age + Math.min(Math.max(age / 4, shortestMs), longestMs);
  return age < unpaidMs ? Math.min(next, unpaidMs) : next;
};

/** Whether its last look was due by now: what the provider has not said of it so far, it will not say. */
export const isLastCheck = ({ time }: Pick<Checked, "time">, now: Date): boolean =>
  ageAtNext(now.getTime() - time.getTime()) > unpaidMs + lateMs;

/** When the provider is first queried about a new order; null where there is nothing to pay. */
export const firstCheckAt = ({ time, status }: Pick<Checked, "time" | "status">): Date | null =>
  isPaid(status) ? null : new Date(time.getTime() + shortestMs);

/**
 * When an order is looked at again after now; null where nothing can come any more. The older it is, the more seldom:
 * after 15 minutes first, every 6 hours at last, and at the moment when it has been unpaid for too long.
 */
export const nextCheckAt = ({ time, status, providerOrderId }: Checked, now: Date): Date | null => {
  const age = now.getTime() - time.getTime();
  const isOpen = status === "processing";
  const next = ageAtNext(age);
  const isOver = next > unpaidMs + lateMs || providerOrderId === null;
  if (isOver && !isOpen) return null;
  return new Date(time.getTime() + Math.round(providerOrderId === null && age < unpaidMs ? unpaidMs : next));
};
