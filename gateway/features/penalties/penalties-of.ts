import type { ObjectId } from "mongodb";
import type { Penalty } from "#shared/penalties/penalty.schema.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { penaltyView } from "./penalties.view.ts";

/** A user's penalties, the newest first, for views of a user. */
export const penaltiesOf = async (
  { collections: { penalties } }: Pick<Mongo, "collections">,
  dbSession: DbSession,
  user: ObjectId,
): Promise<Penalty[]> => {
  const found = await penalties.find({ user }, { session: dbSession }).sort({ createdAt: -1, _id: -1 }).toArray();
  return found.map(penaltyView);
};
