import type { ObjectId } from "mongodb";
import type { DbSession, Mongo } from "../runtime/mongo.ts";
import { openedOn } from "./cans.rules.ts";

/**
 * Counts a can that is taken on this day of TIME_ZONE, or with -1 one that was refunded, beside the posting of the can
 * in its transaction. A count of another day is over: taking begins anew, refunding changes nothing.
 */
export const countOpened = async (
  { collections: { cans } }: Pick<Mongo, "collections">,
  dbSession: DbSession,
  { user, day, more }: { user: ObjectId; day: string; more: 1 | -1 },
): Promise<void> => {
  const known = await cans.findOne({ _id: user }, { session: dbSession });
  if (!known) throw new Error("cans are counted as opened before they are posted");
  if (more < 0 && known.openedDay !== day) return;
  const openedCans = Math.max(0, openedOn(day, known) + more);
  await cans.updateOne({ _id: user }, { $set: { openedCans, openedDay: day } }, { session: dbSession });
};
