import type { ObjectId } from "mongodb";
import { rupeesOf } from "#shared/http/money.ts";
import type { Penalty } from "#shared/penalties/penalty.schema.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { PenaltyDocument } from "#shared/users/accounts.document.server.ts";

export const penaltyView = (penalty: PenaltyDocument): Penalty => ({
  _id: penalty._id.toHexString(),
  user: penalty.user.toHexString(),
  amount: rupeesOf(penalty.amount),
  quantity: penalty.quantity,
  paid: penalty.paid,
  canceled: penalty.canceled,
  message: penalty.message,
  createdAt: penalty.createdAt.toISOString(),
  updatedAt: penalty.updatedAt.toISOString(),
  rev: penalty.rev,
});

/** A user's penalties, the newest first, for views of a user. */
export const penaltiesOf = async (
  { collections: { penalties } }: Pick<Mongo, "collections">,
  dbSession: DbSession,
  user: ObjectId,
): Promise<Penalty[]> => {
  const found = await penalties.find({ user }, { session: dbSession }).sort({ createdAt: -1, _id: -1 }).toArray();
  return found.map(penaltyView);
};
