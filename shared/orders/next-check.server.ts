import { ObjectId } from "mongodb";
import type { Clock } from "../runtime/clock.ts";
import type { OrderDocument } from "./order.document.server.ts";

type Checks = Pick<OrderDocument, "nextCheckAt" | "checkRequest">;

/** Its age is compared with MongoDB's time: the computer's own clock, which may be wrong, must not date it. */
export const newCheckRequest = (clock: Clock): ObjectId =>
  new ObjectId(ObjectId.generate(Math.floor(clock.now() / 1_000)));

/** A query of an order at the provider, for the write of its result. */
export interface ProviderQuery {
  /** The order's `checkRequest` as it was read before the provider was queried. */
  request: ObjectId | null;
  /** False where the provider said nothing: the request stands. */
  isAnswered: boolean;
  /** The order as it was read before that, or as this verification wrote it since; left out, it is not compared. */
  seen?: OrderDocument | null;
  /**
   * The provider is queried anew then: more of the answer is still to be written, and who fails before that leaves it to
   * the sweep; or the request is young.
   */
  retryAt?: Date | null;
  /** The provider may not show yet what the request is about: it stands. */
  isTooEarly?: boolean;
}

/** While the provider was queried, somebody else wrote what they know of the order. */
export class Overtaken extends Error {}

const knownOf = ({ status, paymentId, flags, steps }: OrderDocument) =>
  [status, paymentId, steps.length, ...flags].join();

/** An earlier answer must not undo what a later one said: throws `Overtaken`, and the provider is queried anew. */
export const refuseOvertaken = (present: OrderDocument, query: ProviderQuery | undefined): void => {
  if (query?.seen && knownOf(query.seen) !== knownOf(present)) throw new Overtaken();
};

/**
 * When the provider is queried next, as far as the writer knows (`settled`). A request that came after the query began, or
 * that was not queried, is not postponed by it: the earlier of both stays, and so does the request.
 */
export const checksAfter = (
  { nextCheckAt, checkRequest = null }: Checks,
  settled: Date | null,
  query: ProviderQuery | undefined,
): Required<Checks> => {
  const next = query?.retryAt ?? settled;
  const isSeen = checkRequest === null || query?.request?.equals(checkRequest) === true;
  if (!isSeen) return { nextCheckAt: earlierOf(nextCheckAt, next), checkRequest };
  const stands = query?.isAnswered === false || query?.isTooEarly === true;
  return { nextCheckAt: next, checkRequest: stands ? checkRequest : null };
};

/** Null is never. */
const earlierOf = (one: Date | null, other: Date | null): Date | null =>
  one && other ? new Date(Math.min(one.getTime(), other.getTime())) : (one ?? other);
