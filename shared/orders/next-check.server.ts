import type { ObjectId } from "mongodb";
import type { OrderDocument } from "./order.document.server.ts";

type Checks = Pick<OrderDocument, "nextCheckAt" | "checkRequest">;

/** A query of an order at the provider, for the write of its result. */
export interface Question {
  /** The order's `checkRequest` as it was read before the provider was queried. */
  request: ObjectId | null;
  /** False where the provider said nothing: the request stands. */
  isAnswered: boolean;
}

/**
 * When the provider is queried next, as far as the writer knows (`next`). A request that came after the query began, or
 * that was not queried, is not postponed by it: the earlier of both stays, and so does the request.
 */
export const checksAfter = (
  { nextCheckAt, checkRequest = null }: Checks,
  next: Date | null,
  question: Question | undefined,
): Required<Checks> => {
  const isSeen = checkRequest === null || question?.request?.equals(checkRequest) === true;
  if (!isSeen) return { nextCheckAt: earlierOf(nextCheckAt, next), checkRequest };
  return { nextCheckAt: next, checkRequest: question?.isAnswered === false ? checkRequest : null };
};

/** Null is never. */
const earlierOf = (one: Date | null, other: Date | null): Date | null =>
  one && other ? new Date(Math.min(one.getTime(), other.getTime())) : (one ?? other);
