import type { ObjectId } from "mongodb";
import type { GatewayParts } from "../../parts.ts";

type Parts = Pick<GatewayParts, "mongo" | "clock" | "limits" | "log">;

/**
 * For an admin's change of how this operator signs in, or whether they may (decision 0096): meanwhile every call of
 * theirs is answered 503, and no sign-in opens, at all gateways. A script of theirs would else write what the change ends
 * before each try of it. To be called outside of a transaction: a single write waits until others have written, a
 * transaction that finds a write of theirs begins anew. Only for a change that is not refused: a refused one costs its
 * caller nothing, and could keep a colleague stopped.
 */
export const whileStopped = async <T>(
  { mongo, clock, limits, log }: Parts,
  operator: ObjectId,
  change: () => Promise<T>,
): Promise<T> => {
  const { users } = mongo.collections;
  const stoppedUntil = new Date(clock.now() + limits.stoppedMs);
  await users.updateOne({ _id: operator }, { $set: { stoppedUntil } });
  try {
    return await change();
  } finally {
    await users.updateOne({ _id: operator, stoppedUntil }, { $unset: { stoppedUntil: "" } }).catch((err: unknown) => {
      log.warn({ err, user: operator.toHexString() }, "an operator stays stopped until their time is over");
    });
  }
};
