import type { ObjectId } from "mongodb";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { GatewayParts } from "../../parts.ts";
import { holdUser } from "./hold-caller.ts";

type Parts = Pick<GatewayParts, "mongo" | "clock" | "limits" | "log">;

/**
 * The transaction of an admin's change of how this operator signs in, or whether they may (decision 0096). Each call of
 * theirs that comes meanwhile is answered 503, and no sign-in opens, at all gateways: a script of theirs would else write
 * what the change ends before each try of it. Only for a change that is not refused: a refused one costs its caller
 * nothing, and could keep a colleague stopped.
 */
export const whileStopped = async <T>(
  { mongo, clock, limits, log }: Parts,
  operator: ObjectId,
  change: (dbSession: DbSession) => Promise<T>,
): Promise<T> => {
  const { users } = mongo.collections;
  const stoppedUntil = new Date(clock.now() + limits.stoppedMs);
  try {
    // Outside of the transaction: such a write is tried until others' transactions let it through.
    await users.updateOne({ _id: operator }, { $set: { stoppedUntil } });
    return await mongo.inTransaction(async (dbSession) => {
      // First: others' calls that write this record as well find it written.
      await holdUser(dbSession, mongo, operator);
      return change(dbSession);
    });
  } finally {
    await users.updateOne({ _id: operator, stoppedUntil }, { $unset: { stoppedUntil: "" } }).catch((err: unknown) => {
      log.warn({ err, user: operator.toHexString() }, "an operator stays stopped until their time is over");
    });
  }
};
