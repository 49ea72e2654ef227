import type { ObjectId } from "mongodb";
import type { DbSession, Mongo } from "../runtime/mongo.ts";
import type { SessionDocument } from "./command.document.server.ts";
import { cancelled, sessionOutcome } from "./row.rules.ts";

/** As a pipeline writes it: all times are the database's own. */
const cancelledNow = [
  {
    $set: {
      end: cancelled.end,
      reason: { $literal: cancelled.reason },
      code: cancelled.code,
      endedAt: "$$NOW",
      deadlineAt: null,
    },
  },
];

/**
 * Ends what was not sent yet, in a transaction: a session that waits, or one whose command no gateway has claimed. A
 * claim at the same moment wins or finds nothing: both write the command, so MongoDB lets only one of them through.
 * Returns the session as it ended, or why it cannot be cancelled; then the transaction must not be committed.
 */
export const createCancelUnsent = ({ collections }: Pick<Mongo, "collections">) => {
  const { commands, sessionRows, sessions } = collections;

  /** How many of its commands nobody can claim any more; null where one was sent. */
  const cancelCommands = async (dbSession: DbSession, session: ObjectId): Promise<number | null> => {
    if (await commands.findOne({ session, state: "sent" }, { session: dbSession, projection: { _id: 1 } })) return null;
    const stop = { $set: { state: "cancelled" as const } };
    return (await commands.updateMany({ session, state: "ready" }, stop, { session: dbSession })).modifiedCount;
  };

  return async (dbSession: DbSession, before: SessionDocument): Promise<SessionDocument | string> => {
    const { _id, status: from } = before;
    if (from !== "queued" && from !== "running") return `This session has ended already: ${from}`;
    const stopped = await cancelCommands(dbSession, _id);
    if (stopped === null) return "This session was sent to the vending machine already";
    if (from === "running" && stopped === 0) return "This session is just ending";

    const unsent = { session: _id, end: null, sentAt: null, factCount: 0 };
    await sessionRows.updateMany(unsent, cancelledNow, { session: dbSession });
    const rows = await sessionRows.find({ session: _id }, { session: dbSession }).sort({ place: 1 }).toArray();
    const outcome = sessionOutcome(rows);
    // A running row has been reported by the unit, whatever its command says: it ends by its own limits.
    if (!outcome) return "This session was sent to the vending machine already";
    const ended = await sessions.findOneAndUpdate(
      { _id, status: from },
      [
        {
          $set: {
            status: outcome.status,
            reason: { $literal: outcome.reason },
            hasTurn: false,
            finishedAt: "$$NOW",
          },
        },
      ],
      { session: dbSession, returnDocument: "after" },
    );
    return ended ?? "This session was changed meanwhile";
  };
};
export type CancelUnsent = ReturnType<typeof createCancelUnsent>;
