import type { AnyBulkWriteOperation, ObjectId } from "mongodb";
import type { CommandDocument, SessionRowDocument } from "#shared/control-units/command.document.server.ts";
import { type Ended, setBackMs } from "#shared/control-units/row.rules.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";

const judged = {
  channel: 1,
  type: 1,
  expiresAt: 1,
  sentAt: 1,
  facts: 1,
  factCount: 1,
  deadlineAt: 1,
  end: 1,
  reason: 1,
} as const;
/** The fields by which a row is judged. */
export type JudgedRow = Pick<SessionRowDocument, "_id" | keyof typeof judged>;
/** The decision about a row as it was read. */
export interface RowDecision {
  row: JudgedRow;
  verdict: Ended | { until: number };
}

const ending = ({ end, reason, code }: Ended) => ({
  $set: { end, reason, code, deadlineAt: null },
  $currentDate: { endedAt: true as const },
});

export const createRowsRepository = ({ collections: { sessionRows } }: Pick<Mongo, "collections">) => ({
  ofSession: (session: ObjectId): Promise<JudgedRow[]> =>
    sessionRows.find({ session }).project<JudgedRow>(judged).sort({ place: 1 }).toArray(),

  /**
   * Sessions with a row to look at. One that is to be looked at later than `longestMs` from now was written before MongoDB's
   * clock was set back. The condition on the type lets MongoDB use the partial index.
   */
  due: async (now: number, longestMs: number, limit: number): Promise<ObjectId[]> => {
    const isDue = { $lte: new Date(now) };
    const isOfBefore = { $gt: new Date(now + longestMs + setBackMs) };
    const found = sessionRows.aggregate<{ _id: ObjectId }>([
      { $match: { $or: [isDue, isOfBefore].map((when) => ({ deadlineAt: { $type: "date", ...when } })) } },
      { $group: { _id: "$session" } },
      { $limit: limit },
    ]);
    return (await found.toArray()).map(({ _id }) => _id);
  },

  /**
   * All in one call. A decision is written only over the facts that it was made of; returns how many were not written,
   * because something became known in between or another worker was first.
   */
  write: async (decisions: RowDecision[]): Promise<number> => {
    if (decisions.length === 0) return 0;
    const operations = decisions.map(({ row, verdict }): AnyBulkWriteOperation<SessionRowDocument> => {
      const filter = { _id: row._id, end: null, factCount: row.factCount, sentAt: row.sentAt };
      const update = "end" in verdict ? ending(verdict) : { $set: { deadlineAt: new Date(verdict.until) } };
      return { updateOne: { filter, update } };
    });
    const { matchedCount } = await sessionRows.bulkWrite(operations, { ordered: false });
    return decisions.length - matchedCount;
  },

  /** Ends all rows of a session that never started. */
  endAll: async (session: ObjectId, ended: Ended): Promise<void> => {
    await sessionRows.updateMany({ session, end: null }, ending(ended));
  },

  lookAgain: async (session: ObjectId, deadlineAt: Date): Promise<void> => {
    await sessionRows.updateMany({ session, end: null }, { $set: { deadlineAt } });
  },

  /** Writes what the gateway that sent the command did not write before it died. Returns how many rows lacked it. */
  markSent: async ({ session, type, channels, sentAt, serialNumber, connection }: CommandDocument): Promise<number> => {
    const named = channels.length > 0 ? { channel: { $in: channels } } : {};
    const { modifiedCount } = await sessionRows.updateMany(
      { session, end: null, sentAt: null, ...named },
      { $set: { sentAt, serialNumber, connection, awaitsRestart: type === "restart" } },
    );
    return modifiedCount;
  },
});
export type RowsRepository = ReturnType<typeof createRowsRepository>;
