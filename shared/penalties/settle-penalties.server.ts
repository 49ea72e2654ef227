import type { ObjectId } from "mongodb";
import type { Actor, Audit } from "../audit/audit.server.ts";
import type { DbSession, Mongo } from "../runtime/mongo.ts";
import type { PenaltyDocument } from "../users/accounts.document.server.ts";

interface Parts {
  mongo: Pick<Mongo, "collections">;
  audit: Pick<Audit, "writeAll">;
}
interface Settled {
  user: ObjectId;
  as: { paid: true } | { canceled: true };
  reason: string;
  now: Date;
}

/**
 * Settles penalties that one user owes, read in this transaction, with their lines of the audit. By a few commands,
 * however many they are: a transaction has ten seconds.
 */
export const settlePenalties = async (
  dbSession: DbSession,
  { mongo: { collections }, audit }: Parts,
  actor: Actor,
  owed: readonly PenaltyDocument[],
  { user, as, reason, now }: Settled,
): Promise<void> => {
  if (owed.length === 0) return;
  const set = { ...as, updatedAt: now };
  const { modifiedCount } = await collections.penalties.updateMany(
    { _id: { $in: owed.map(({ _id }) => _id) }, paid: false, canceled: false },
    { $set: set, $inc: { rev: 1 } },
    { session: dbSession },
  );
  if (modifiedCount !== owed.length) throw new Error("a penalty changed inside a snapshot");
  await collections.users.updateOne({ _id: user }, { $inc: { penaltiesOwed: -owed.length } }, { session: dbSession });
  const lines = owed.map((before) => ({
    verb: "penalty.changed",
    record: { collection: "penalties", id: before._id.toHexString() },
    before,
    after: { ...before, ...set, rev: before.rev + 1 },
    reason,
  }));
  await audit.writeAll(dbSession, actor, lines);
};
