import type { DbSession, Mongo } from "../runtime/mongo.ts";
import type { PenaltyDocument } from "../users/accounts.document.server.ts";
import { refuseStopped } from "../users/refuse-stopped.server.ts";
import { isOwed } from "./penalty.rules.ts";

type Stores = Pick<Mongo, "collections">;

/**
 * Counts a penalty that came to be owed, or is owed no longer, at its user: in the transaction that writes it, so that
 * two at once wait for each other and `hasPenalty` cannot drift. Throws `unavailable` for the penalty of an operator whose
 * access an admin is changing at `now`: a script that writes an operator's penalties would keep them from being suspended.
 */
export const countOwed = async (
  { collections }: Stores,
  dbSession: DbSession,
  before: Pick<PenaltyDocument, "user" | "paid" | "canceled"> | null,
  after: Pick<PenaltyDocument, "user" | "paid" | "canceled">,
  now: number,
): Promise<void> => {
  const more = Number(isOwed(after)) - Number(before !== null && isOwed(before));
  if (more === 0) return;
  const projection = { stoppedUntil: 1 };
  refuseStopped((await collections.users.findOne({ _id: after.user }, { session: dbSession, projection })) ?? {}, now);
  await collections.users.updateOne({ _id: after.user }, { $inc: { penaltiesOwed: more } }, { session: dbSession });
};
